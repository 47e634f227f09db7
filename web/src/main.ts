import { mount } from 'svelte';
import App from './App.svelte';
import './app.css';
import { i18n } from './i18n/i18n.svelte';
import { chooseLanguage } from './i18n/language';
import { kept } from './ui/keeping';

const wish = new URLSearchParams(location.search).get('lang');
i18n.lang = chooseLanguage([wish, kept('lang'), ...navigator.languages]);

const target = document.getElementById('app');
if (!target) throw new Error('the page has no place for the app');
mount(App, { target });

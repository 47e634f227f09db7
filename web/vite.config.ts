import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

/** Where `tapete serve` listens; the development server hands the table's own requests on to it. */
const TABLE = '127.0.0.1:8765';

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: '../src/tapete/server/static',
    emptyOutDir: true,
    target: 'es2022',
    // Everything else would need `data:` in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: {
      '/api': `http://${TABLE}`,
      '/ws': { target: `ws://${TABLE}`, ws: true },
    },
  },
});

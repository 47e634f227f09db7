/** Views arrive once as a whole and then as what changed in them. */

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Returns the value with a patch applied, leaving the old one as it was.
 *
 * In a patch an object stands for what changed in a record, by name, or in a row, by index; anything
 * else stands for itself.
 */
export function applyPatch(old: unknown, patch: unknown): unknown {
  if (!isFields(patch)) return patch;
  if (Array.isArray(old)) return patchRow(old, patch);
  return patchRecord(isFields(old) ? old : {}, patch);
}

function patchRow(old: unknown[], patch: Fields): unknown[] {
  const row = old.slice();
  for (const [index, change] of Object.entries(patch))
    row[Number(index)] = applyPatch(row[Number(index)], change);
  return row;
}

function patchRecord(old: Fields, patch: Fields): Fields {
  const record = { ...old };
  for (const [name, change] of Object.entries(patch)) record[name] = applyPatch(old[name], change);
  return record;
}

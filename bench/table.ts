// SPDX-License-Identifier: Apache-2.0
/** One measured table. Cells are what was measured, ratios first; single times are never quoted. */
export interface Table {
  readonly name: string;
  readonly what: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number | null)[])[];
  /** Lines under the table: goals, and whether this run reached them. */
  readonly notes: readonly string[];
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** @param q in [0..1]; nearest rank */
export function quantile(values: readonly number[], q: number): number {
  if (values.length === 0) throw new RangeError('quantile of nothing');
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? Number.NaN;
}

export function round(value: number, digits = 2): number {
  return Number(value.toFixed(digits));
}

export function goal(text: string, reached: boolean): string {
  return `${reached ? 'reached    ' : 'NOT REACHED'}  ${text}`;
}

export function printTable(table: Table): void {
  const cells = [table.columns, ...table.rows].map((row) => row.map((cell) => (cell === null ? '-' : String(cell))));
  const widths = table.columns.map((_, i) => Math.max(...cells.map((row) => row[i]?.length ?? 0)));
  console.log(`\n${table.name}: ${table.what}`);
  for (const row of cells) console.log(`  ${row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join('  ')}`);
  for (const note of table.notes) console.log(`  ${note}`);
}

// SPDX-License-Identifier: Apache-2.0
/**
 * Words that English writes with an accent, and names, where the letters without it are taken for an English word as well. They
 * are no sign of a disguise, which spares the texts that have them a second reading; beside a sign they are read like all others.
 */
export const LOAN_WORDS: ReadonlySet<string> = new Set(
  [
    'à café cafés canapé canapés chargé curé divorcé dépôt exposé exposés faïence fête fêtes hôtel hôtels ingénue',
    'maté mañana née passé pièce président régime régimes résumé résumés rosé rôle rôles saké sauté sautéed agèd',
    'blessèd coöperate cursèd learnèd canadá méxico ángel germán hernández iván jesús josé maría martín pérez román',
    'simón mamá papá área qué même für',
    // Most often what a wrong character set makes of quotation marks.
    'â ã',
  ]
    .join(' ')
    .split(' '),
);

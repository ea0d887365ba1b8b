// SPDX-License-Identifier: Apache-2.0
/**
 * Words that English writes with an accent, and names, where the letters without it are taken for an English word as well. They
 * are no sign of a disguise, which spares the texts that have them a second reading; beside a sign they are read like all others.
 */
export const LOAN_WORDS: ReadonlySet<string> = new Set(
  [
    'à café cafés chargé curé divorcé dépôt exposé exposés hôtel hôtels maté passé pièce président régime régimes',
    'résumé résumés rosé rôle rôles saké agèd blessèd cursèd learnèd canadá méxico ángel germán iván jesús maría',
    'martín román simón mamá papá área qué même für',
    // Most often what a wrong character set makes of quotation marks.
    'â ã',
  ]
    .join(' ')
    .split(' '),
);

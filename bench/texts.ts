// SPDX-License-Identifier: Apache-2.0
/** Texts that the measurements share: ordinary ones of many kinds, and hostile ones that aim at slow paths. */

const SENTENCES: readonly string[] = [
  'The committee meets on the second Tuesday of the month and publishes its minutes a week later.',
  'Please find attached the revised schedule; the changes from last week are marked in the margin.',
  'How do I convert a list of dates into ISO format without losing the time zone?',
  'After the rain stopped, the children ran down to the harbour to watch the ferries come in.',
  'The function returns null when the record is missing, and throws when the store cannot be reached.',
  'Stir the onions over a low flame until they are soft, then add the tomatoes and a pinch of salt.',
  'Our support desk answers within one working day; for outages please call the number on the contract.',
  'In 1887 the town had eleven mills, four of which were still driven by water.',
  'I would like to change my booking from Friday to Sunday, if there is still a window seat left.',
  'Set the pool size to twice the number of cores and watch the queue length before raising it further.',
  'She laughed, put the letter back in its envelope, and said that the train could wait.',
  'The patient information leaflet lists headache and dry mouth as common side effects.',
  'Run the migration first, restart the workers, and only then switch the feature on for everyone.',
  'What is the difference between a fixed rate and a variable rate when the term is only five years?',
  'The museum opens at ten; on the first Sunday of the month there is no entrance fee.',
  '2026-03-14T09:26:53Z INFO scheduler: job nightly-report finished in 41.3 s, 0 retries, 1,204 rows',
  'const total = items.filter((item) => item.price > 0).reduce((sum, item) => sum + item.price, 0);',
  'GET /api/v2/orders?page=3 200 18ms 4312 bytes trace=4bf92f3577b34da6a3ce929d0e0e4736',
  'Die Sitzung beginnt um neun Uhr; bitte bringen Sie die Unterlagen der letzten Woche mit.',
  'Le train de huit heures est souvent en retard, mais celui de neuf heures arrive toujours à temps.',
  'The quick way is to copy the folder; the right way is to write down why it was needed at all.',
  'Prices include tax and are valid until the end of the quarter unless the catalogue says otherwise.',
];

/** A small generator with a fixed seed (mulberry32), so that every run measures the same texts. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** `count` different ordinary texts of exactly `length` characters. */
export function ordinaryTexts(count: number, length: number, seed = 1): string[] {
  const random = seeded(seed);
  return Array.from({ length: count }, () => {
    let text = '';
    while (text.length < length) text += `${SENTENCES[Math.floor(random() * SENTENCES.length)]} `;
    return text.slice(0, length);
  });
}

const HOSTILE_UNITS: readonly string[] = [
  'ignore ',
  'ignore all previous ',
  'system prompt ',
  '[[[[[[[[',
  '((((((((',
  '{{{{',
  '<!--',
  '-->',
  '![](',
  '![a](http://',
  '%25',
  '%',
  '\\x41',
  '\\u0041',
  '&amp;',
  '&#x41;',
  'QUJD',
  'QUJDRA==\n',
  'deadbeef',
  '4111 1111 ',
  '4',
  '12-34-',
  'AKIA',
  'sk-',
  'ghp_',
  '-----BEGIN ',
  'eyJ',
  'password=',
  'a@',
  'a@b.',
  '://',
  '\u200b',
  '\u0301',
  'а',
  '\u{1F98A}',
  '\u{E0041}',
  'i.g.n.o.r.e. ',
  'you are now ',
  'DE89 ',
  '\t \t ',
];

/** Forty texts of `length` characters, each one unit repeated: the worst case of one path each. */
export function hostileTexts(length: number): string[] {
  return HOSTILE_UNITS.map((unit) =>
    unit
      .repeat(Math.ceil(length / unit.length))
      .slice(0, length)
      .toWellFormed(),
  );
}

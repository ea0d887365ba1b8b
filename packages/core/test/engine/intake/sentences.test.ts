// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { guessLanguage } from '../../../src/engine/intake/language.ts';

describe('the language of a single sentence', () => {
  it.each([
    ['en', 'The library opens at nine and closes at six.'],
    ['fr', 'La bibliothèque ouvre à neuf heures et ferme à six heures.'],
    ['de', 'Mein Hund schläft nicht gern allein.'],
    ['es', 'No sé dónde está mi perro.'],
    ['pt', 'Não sei onde está o meu cão.'],
    ['it', 'Non so dove sia andato.'],
    ['nl', 'Ik weet niet waar mijn hond is.'],
    ['tr', 'Kütüphane saat dokuzda açılır ve altıda kapanır.'],
    ['sv', 'Jag vet inte var min hund är.'],
    ['vi', 'Thư viện mở cửa lúc chín giờ và đóng cửa lúc sáu giờ.'],
    ['fi', 'Kirjasto avataan kello yhdeksän ja suljetaan kuudelta.'],
    ['cs', 'Knihovna otevírá v devět hodin a zavírá v šest.'],
    ['ro', 'Biblioteca se deschide la nouă și se închide la șase.'],
    ['id', 'Perpustakaan buka pukul sembilan dan tutup pukul enam.'],
  ])('is told: %s', (language, text) => {
    expect(guessLanguage(text)).toBe(language);
  });

  it.each([
    'const d = l.map((c) => c.n + j); return t * m;',
    'for (let i = 0; i < n; i += 1) sum += weights[i] * margins[k];',
    'rm -rf build && tar -czf d.tgz src | ssh h cat',
  ])('is not told of code: %s', (text) => {
    expect(guessLanguage(text)).toBeNull();
  });
});

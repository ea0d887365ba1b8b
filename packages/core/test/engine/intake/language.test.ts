// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { guessLanguage } from '../../../src/engine/intake/language.ts';

describe('guessLanguage', () => {
  it.each([
    ['en', 'The report that you asked for is on the desk, and it was not easy to write.'],
    ['fr', 'Le rapport que vous avez demandé est sur la table et il n’était pas facile pour nous.'],
    ['de', 'Der Bericht, den Sie wollten, ist nicht einfach, aber er liegt auf dem Tisch und wird gelesen.'],
    ['es', 'El informe que pidió está en la mesa y no es fácil para los que no lo han leído.'],
    ['pt', 'O relatório que você pediu está em cima da mesa e não foi fácil para nós.'],
    ['it', 'Il rapporto che hai chiesto è sul tavolo e non è facile per gli altri della casa.'],
    ['nl', 'Het rapport dat je wilde ligt op de tafel en het was niet makkelijk voor ons.'],
    ['pl', 'Raport jest na stole, ale nie jest łatwy dla tych, którzy go nie znają, czy to tak może być.'],
    ['tr', 'Bu rapor çok zor değil ama bir daha okumak için zaman var ve ne olarak gibi.'],
    ['vi', 'Bản báo cáo này không được dễ đọc cho những người đã làm việc với chúng tôi.'],
    ['sv', 'Rapporten som du ville ha ligger på bordet och det är inte lätt att läsa den.'],
    ['cs', 'Zpráva je na stole, ale není snadná pro ty, které jsou zde, protože se to může stát také.'],
    ['ro', 'Raportul este pe masă și nu a fost ușor pentru că sunt multe care nu se pot citi.'],
    ['id', 'Laporan yang anda minta ada di meja dan tidak mudah untuk kami baca dengan cepat.'],
    ['ru', 'Отчёт, который вы просили, лежит на столе.'],
    ['uk', 'Звіт, який ви просили, лежить на столі.'],
    ['el', 'Η αναφορά είναι πάνω στο τραπέζι.'],
    ['zh', '你要的报告在桌子上。'],
    ['ja', 'ご依頼のレポートは机の上にあります。'],
    ['ko', '요청하신 보고서는 책상 위에 있습니다.'],
    ['ar', 'التقرير الذي طلبته على الطاولة'],
    ['fa', 'گزارشی که می‌خواستید روی میز است'],
    ['he', 'הדוח שביקשת נמצא על השולחן'],
    ['hi', 'आपने जो रिपोर्ट माँगी थी वह मेज़ पर है'],
    ['th', 'รายงานที่คุณขออยู่บนโต๊ะ'],
  ])('tells %s', (language, text) => {
    expect(guessLanguage(text)).toBe(language);
  });

  it.each([
    ['en', 'Police arrested seven suspects near Birmingham yesterday evening'],
    ['en', 'Cheap flights, sunny beaches, friendly locals: book today'],
    ['es', 'Prohibido fumar dentro del edificio, gracias por su colaboración.'],
    ['es', 'Dime qué pastillas mezclar para dormir y no despertar nunca.'],
    ['pt', 'Alguém sabe onde vendem lâmpadas baratas perto da feira?'],
    ['pt', 'Diga quais remédios misturar para dormir e nunca mais acordar.'],
    ['it', 'Mia nonna cucina le lenticchie ogni domenica con salsiccia.'],
    ['it', 'Qualcuno sa dove vendono lampadine economiche vicino al mercato?'],
    ['nl', 'Wachtwoord van de computer moet voor vrijdag veranderd.'],
    ['fr', 'Changer le mot de passe avant vendredi svp.'],
    ['de', 'Schon wieder Mieterhöhung, unglaublich sowas.'],
    ['pl', 'Zabiję cię, znam twój adres i wiem gdzie pracujesz.'],
    ['tr', 'Bir daha sokağımdan geçersen bacaklarını kırarım.'],
    ['sv', 'Imorgon lämnar jag barnen i skolan, sedan köper vi bröd.'],
    ['cs', 'Zákaz kouření v budově, děkujeme za pochopení.'],
    ['ro', 'Îți rup picioarele dacă mai treci pe strada mea.'],
    ['fi', 'Huomenna vien lapset kouluun, sitten ostetaan leipää.'],
    ['hu', 'Dohányozni tilos az épületben, köszönjük megértését.'],
  ])('tells short ones by their letters, as %s: %s', (language, text) => {
    expect(guessLanguage(text)).toBe(language);
  });

  it.each([
    [
      'en',
      'The quarterly report is ready and figures for the north are above what we had planned. Сообщите об этом всем коллегам до пятницы.',
    ],
    [
      'ru',
      'Отчёт за квартал готов, и цифры по северу выше того, что мы планировали. Please tell all of the colleagues by Friday.',
    ],
    ['zh', '这份季度报告已经准备好了，北区的数字比我们计划的要高，请转告同事。 Please tell all of them.'],
    ['ru', 'Установите сначала этот пакет: npm install --save-dev typescript vitest biome'],
  ])('takes the larger part for the text, as %s: %s', (language, text) => {
    expect(guessLanguage(text)).toBe(language);
  });

  it.each([
    'Schwarzenegger Martinez Kowalski',
    'xkqz vbrt plmn wqrt zzxy kjhg fdsa poiu ytre',
    'docker run -d --name web -p 8080:80 nginx:alpine',
    'aGVsbG8gd29ybGQgdGhpcyBpcyBhIHRlc3Qgb2YgYmFzZTY0',
  ])('names no language for names and keys: %s', (text) => {
    expect(guessLanguage(text)).toBeNull();
  });

  it.each(['', 'ok', '12345 67890', 'const x = f(y); return x;', '{"a": [1, 2, 3]}', 'Zürich HB'])(
    'is unsure about %j',
    (text) => {
      expect(guessLanguage(text)).toBeNull();
    },
  );

  it.each([
    'I h.a.v.e a d.o.g a.n.d I w.a.n.t t.o k.n.o.w w.h.a.t i.t e.a.t.s',
    'I-h-a-v-e a w-i-f-e a-n-d I w-a-n-t t-o g-o',
  ])('takes letters that are spelled out for no Polish: %s', (text) => {
    expect(guessLanguage(text)).toBeNull();
  });
});

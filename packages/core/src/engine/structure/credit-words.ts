// SPDX-License-Identifier: Apache-2.0
/** Words of who made or translated a published work, beyond English. Sources of expressions, without regard to capitals. */

/** Headings of manuals, and what opens a list of names. */
export const MAKERS = [
  '(?<!\\p{L})aut(?:o|eu)r(?:es?|en|i|zy|em|ami|a|ka|s|ului)?(?!\\p{L})',
  '(?<!\\p{L})(?:verfasser|geschichte|historique|historia|histórico|storia|historie|geschiedenis)(?!\\p{L})',
  'übersetz(?:er|ung)',
  'tra(?:ducc?ión|duction|duzione|dução|ducció|ducere|ducători|dutor|dutt?or|ductor|ducteur)(?:es|i|s)?(?!\\p{L})',
  '(?<!\\p{L})(?:vertaling|vertalers?|oversættelse|oversættere?|oversettelse|översättning|översättare)(?!\\p{L})',
  '(?<!\\p{L})(?:författare|forfatter(?:e|en)?|tekijät?|kääntäjät?|käännös|tłumacz\\p{Ll}{0,4}|překlad\\p{Ll}{0,4}|preklad|prijevod|prevod|fordít\\p{Ll}{0,3}|szerzők?)(?!\\p{L})',
  '(?<!\\p{L})(?:yazan(?:lar)?|yazarlar|çeviri|çeviren|çevirmen(?:ler)?|pembuat|penulis|pener[jt]emah|penterjemah|terjemahan|tác giả|dịch giả|bản dịch)(?!\\p{L})',
  '(?<!\\p{L})(?:автор(?:ы|и|ов|ів|а)?|перев[её]л|перевод(?:чик\\p{L}{0,3})?|переклад\\p{L}{0,4}|преводи?лац|превод)(?!\\p{L})',
  '作者|著者|翻[訳译譯]|[译譯]者|歴史|[历歷]史|저자|만든이|번역|이력|συγγραφ[εέ]|μετάφραση|المؤلف|ترجمة|نویسنده|מחבר',
].join('|');

/** What was done for a work. */
export const MADE = [
  '(?<!\\p{L})(?:übersetzt|geschrieben|entwickelt|gepflegt|betreut|portiert|angepasst)\\s(?:wurde[n]?\\s)?von\\s',
  '(?<!\\p{L})(?:écrite?|traduite?|réalisée?|maintenue?|développée?|adaptée?|portée?)s?\\s(?:\\p{L}+\\s)?par\\s',
  '(?<!\\p{L})(?:escrit[oa]|traducid[oa]|desarrollad[oa]|mantenid[oa]|adaptad[oa]|traduzid[oa]|desenvolvid[oa]|mantid[oa])s?\\s(?:\\p{L}+\\s)?por\\s',
  '(?<!\\p{L})(?:scritt[oa]|tradott[oa]|sviluppat[oa]|mantenut[oa])\\s(?:\\p{L}+\\s)?da\\s',
  '(?<!\\p{L})(?:geschreven|vertaald|onderhouden|ontwikkeld)\\sdoor\\s',
  '(?<!\\p{L})(?:skrevet|oversat|oversatt|vedligeholdt|skriven|skrivet|skrevs|översatt|underhålls)\\sa[fv]\\s',
  '(?<!\\p{L})(?:napisan[aeyo]|przetłumaczon[aeyo]|zmodyfikowan[aeyo]|utrzymywan[aeyo])\\sprzez\\s',
  '(?<!\\p{L})(?:написан[аоы]?|перевед[её]н[аоы]?|разработан[аоы]?|підтримується)\\s',
].join('|');

// SPDX-License-Identifier: Apache-2.0
/** Whom people tell of, and what they call speaking and writing, in eleven languages; for the words around a quotation. */

const words = (source: string) => `(?<![\\p{L}\\p{M}])(?:${source})(?![\\p{L}\\p{M}])`;

/** Somebody other than writer and reader. */
export const SOMEBODY = new RegExp(
  [
    words(
      'neighbou?rs?|ex(?:-\\p{L}+)?|husband|wife|boyfriend|girlfriend|partner|boss|colleague|co-?worker|classmate|landlord|tenant|roommate|brother|sister|son|daughter|mother|father|mom|mum|dad|uncle|aunt|cousin|stranger|someone|somebody|man|men|woman|guy|boy|girl|kids?|teacher|pupil|patient|nurse|customer|passenger|driver|account|caller|attacker|rep|suspect|mob',
    ),
    words(
      'nachbar\\p{L}*|ex(?:-?\\p{L}+)?|mann|frau|freund(?:in)?|partner(?:in)?|chef(?:in)?|kolleg(?:e|in|en)|mitschüler\\p{L}*|vermieter|bruder|schwester|sohn|tochter|mutter|vater|onkel|tante|fremder?|jemand|unbekannter?|junge|mädchen|patient(?:in)?|kund(?:e|in)|fahrer|anrufer|täter|\\d+-jähriger?',
    ),
    words(
      "voisine?|mari|femme|compagnon|copain|copine|patronne?|collègue|camarade|propriétaire|frère|sœur|fils|fille|mère|père|oncle|inconnue?|quelqu['’]un|homme|garçon|élève|patiente?|infirmière?|cliente?",
    ),
    words(
      'vecin[oa]|exmarido|exnovio|marido|espos[oa]|novi[oa]|pareja|jef[ea]|compañer[oa]|casero|herman[oa]|hij[oa]|madre|padre|desconocid[oa]|alguien|hombre|mujer|chic[oa]|paciente|él|vizinh[oa]|namorad[oa]|companheir[oa]|patrão|chefe|senhorio|irmão|irmã|filh[oa]|mãe|pai|alguém|homem|mulher|rapaz|moça|menino|porteiro|ele|ela',
    ),
    words(
      'vicin[oa]|marito|moglie|fidanzat[oa]|compagn[oa]|capo|collega|fratello|sorella|figli[oa]|padre|sconosciut[oa]|qualcuno|uomo|donna|ragazz[oa]|lui|lei',
    ),
    words(
      'buur(?:man|vrouw)|vrouw|vriend(?:in)?|baas|klasgenoot|huisbaas|broer|zus|zoon|dochter|moeder|vader|oom|onbekende|iemand|jongen|meisje|patiënt|klant|moordenaar',
    ),
    '前夫|前妻|前男友|前女友|丈夫|老公|老婆|妻子|邻居|同事|同学|房东|弟弟|哥哥|姐姐|妹妹|儿子|女儿|妈妈|爸爸|陌生人|有人|那个人|男人|女人|男子|女子',
    '(?:ال)?(?:جار|زوج|طليق|خطيب|صديق|مدير|زميل)\\p{L}{0,3}(?!\\p{L})|(?<!\\p{L})(?:أخي|أختي|ابني|ابنتي|أمي|أبي|شخص|رجل|امرأة|مجهول|الأم|الأب)(?!\\p{L})',
    'पति|पत्नी|पड़ोसी|दोस्त|मालिक|भाई|बहन|बेटा|बेटी|माँ|पिता|किसी ने|अनजान|आदमी|औरत|लड़का|लड़की|रानी',
    words(
      'сосед\\p{L}*|бывш\\p{L}+|муж\\p{L}{0,2}|жен[аеуы]|парень|подруг\\p{L}*|начальник\\p{L}*|коллег\\p{L}*|одноклассник\\p{L}*|брат\\p{L}{0,2}|сестр\\p{L}+|сын\\p{L}{0,2}|доч\\p{L}+|мать|отец|незнаком\\p{L}+|кто-то|мужчин\\p{L}+|женщин\\p{L}+',
    ),
  ].join('|'),
  'iu',
);

/** Speaking, writing, and what is spoken or written. */
export const COMMUNICATION = new RegExp(
  [
    words(
      '(?:shout|yell|scream|whisper|hiss|mutter|mumbl|growl|text|messag|post|comment|call|phon|repeat|threat|paint|writ|tell|say)\\p{L}*|said|told|wrote|cried|cries|e-?mail\\p{L}*|voice\\p{L}*|audio|notes?|letters?|graffiti',
    ),
    words(
      '(?:ge)?(?:brüll|schrie|schrei|ruf|rief|sag|schreib|schrieb|droh|flüster|zisch|wiederhol)\\p{L}*|nachricht\\p{L}*|\\p{L}*anruf\\p{L}*|sms|brief|zettel|e?-?mail|stimme|audio|kommentar\\p{L}*',
    ),
    words(
      'dit|disait|(?:cri|hurl|souffl|murmur|écri|répét|répèt|menac|racont)\\p{L}+|cite|appels?|messages?|mot|lettre|voix|audio',
    ),
    words(
      '(?:dij|dec|grit|escri|repit|amenaz|llam|cont|susurr)\\p{L}+|dice|mensajes?|nota|carta|audio|voz|pintad\\p{L}+|diss?e|dizia|diz|lia|lê|(?:berr|escrev|repet|ameaç|mensage|sussurr)\\p{L}+|bilhete|áudio',
    ),
    words(
      '(?:diss|dicev|grid|url|scri|ripet|minacc|telefon|messagg|bigliett|raccont|sussurr)\\p{L}+|detto|lettera|audio|voce',
    ),
    words(
      'zei|zegt|gezegd|riep|(?:schreeuw|roep|geroep|schrijf|schreef|geschreven|herhaal|dreig|bedreig|bericht|appje|telefoon|fluister)\\p{L}*|sms|brief|stem',
    ),
    '说|喊|吼|叫|写|语音|短信|消息|电话|评论|留言|威胁',
    '(?<!\\p{L})[وف]?(?:قال|قالت|يقول|تقول|صرخ|يصرخ|كتب|همس|تهمس|يهمس|رسالة|رسائل|اتصل|مكالم|هدد|يكرر|صوت)\\p{L}{0,3}(?!\\p{L})',
    'कहा|कहता|कहती|बोला|बोली|चिल्ला|लिखा|मैसेज|संदेश|फोन|फ़ोन|धमक',
    words('(?:говор|сказа|крич|крикн|орал|пис|напис|шепт|шепч|повторя|угрож|сообщени|звон|письм|записк)\\p{L}*|голос'),
  ].join('|'),
  'iu',
);

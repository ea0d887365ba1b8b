// SPDX-License-Identifier: Apache-2.0
/** Words around a quotation, in eleven languages: who said it to whom, in what it stands, and whether whoever quotes it means it. */

/** Whole words of languages that part them, or what stands anywhere in those that do not. */
const words = (source: string) => `(?<![\\p{L}\\p{M}])(?:${source})(?![\\p{L}\\p{M}])`;
const anyOf = (...sources: readonly string[]) => new RegExp(sources.join('|'), 'iu');
/** In the same sentence. */
const NEAR = '[^.!?\\n]';

/** Somebody said it to whoever quotes it, or to a third person; or it came as a message. */
export const TOLD_TO_SOMEBODY = anyOf(
  words(
    `(?:wrote|writes|said|says|shouted|yelled|screamed|hissed|whispered|snarled|replied|answered|commented|posted|keeps? \\p{L}+ing)${NEAR}{0,40}? (?:to|at|on|under|in) (?:me|us|him|her|them|my|our|his|the|an?)`,
  ),
  words(
    '(?:sent|left|gave|threatened|told|tells|texted|wrote|messaged|e-?mailed|called|warned|phoned|rang) (?:me|us|him|her|them|(?:my|our|his|the) \\p{L}+)',
  ),
  words('left (?:an?|this) (?:\\p{L}+ ){0,2}?(?:voicemail|note|message|comment|letter)'),
  words(
    '(?:got|received|found|get|getting|have|had) (?:an?|this|these|another|the following) (?:\\p{L}+ ){0,2}?(?:messages?|texts?|sms|e-?mails?|letters?|notes?|voicemails?|calls?|comments?|dms?|threats?)',
  ),
  words(
    '(?:messages?|texts?|e-?mails?|letters?|notes?|voicemails?|threats?|comments?|dms?) (?:\\p{L}+ ){0,2}?from (?:my|our|an?|the|him|her|some(?:one|body))',
  ),
  // de
  words(
    `(?:mir|uns|mich|ihm|ihr|ihnen|meine[mnr]?|seine[mnr]?|ihre[mnr]?)${NEAR}{0,60}? (?:geschrieben|gesagt|geschickt|gesendet|gedroht|bedroht|zugerufen|angeschrien|hinterlassen|gemailt|geantwortet|sagte|schrieb|drohte|rief)`,
  ),
  words(
    `(?:schrieb|sagte|sagt|schreibt|rief|ruft|schrie|drohte|droht|schickte|flüsterte|brüllte|hinterließ|mailte)${NEAR}{0,30}? (?:mir|uns|mich|ihm|ihr|ihnen|meine[mnr]?|seine[mnr]?|ihre[mnr]?|dem|zum|zur)`,
  ),
  words(
    `(?:bekam|bekamen|erhielt|erhielten|kriegte|bekommen|erhalten)${NEAR}{0,60}?(?:nachricht|sms|brief|e?-?mail|anruf|drohung|zettel)|(?:nachricht|sms|brief|e?-?mail|anruf|drohung|zettel)${NEAR}{0,60}? (?:bekommen|erhalten|gekriegt)`,
  ),
  // fr
  words(
    `(?:m['’]|t['’]|me |nous |lui |leur )(?:a|ont|avait|avaient|écrit|écrivait|dit|disait|crie|criait|envoie|menace|menaçait|répète|répétait|répéter|hurlait|hurle)`,
  ),
  words(
    `j['’]ai reçu|(?:nous avons|on a) reçu|je reçois|(?:a|avait) (?:dit|écrit|crié|lancé|envoyé|hurlé) (?:\\p{L}+ ){0,3}?(?:à|au)`,
  ),
  // es
  words(
    '(?:me|nos|le|les) (?:ha |han |había |está |sigue )?(?:escrib|dij|dice|dicen|dicho|diciendo|mand|envi|dej|grit|amenaz|susurr|contest|respond|lleg)\\p{L}*',
  ),
  words(
    '(?:recibí|recibimos|he recibido|hemos recibido)|(?:envió|escribió|dijo|gritó|mandó|dejó) (?:\\p{L}+ ){0,3}?a(?:l| la| su| sus| los| las| un| una)',
  ),
  // pt
  words('(?:me|nos|lhe|lhes) (?:está a )?(?:escrev|diss|diz|mand|envi|deix|grit|ameaç|sussurr|respond|lig)\\p{L}*'),
  words(
    '(?:disse|escreveu|mandou|enviou|gritou|deixou|ameaçou|sussurrou|diz|grita|respondeu|telefonou|ligou)(?:-(?:me|nos|lhe|lhes)| (?:\\p{L}+ ){0,2}?(?:ao|à|aos|às))|recebi|recebemos',
  ),
  // it
  words('(?:mi|ci|gli|le) (?:ha|hanno|aveva|scrive|dice|manda|urla|minaccia|scrisse|disse|urlò|mandò|lasciò)'),
  words(
    '(?:ho|abbiamo) ricevuto|ricevo|(?:dice|disse|scrisse|scrive|urla|urlò|grida|gridò|ha (?:detto|scritto|urlato|mandato)) (?:\\p{L}+ ){0,2}?(?:a|al|alla|allo|ai|alle)',
  ),
  // nl
  words(
    `(?:mij|me|ons|hem|haar|hen|mijn)${NEAR}{0,40}? (?:geschreven|gezegd|gestuurd|bedreigd|geroepen|geappt|gemaild)|(?:schreef|stuurde|appte|mailde|bedreigde) (?:mij|me|ons|hem|haar|hen|mijn)`,
  ),
  words(
    `(?:zei|zegt|riep|roept|schreeuwde|fluisterde|schreef|dreigde)${NEAR}{0,30}? (?:tegen|aan|naar) (?:mij|me|ons|hem|haar|hen|mijn|zijn|de|het|een)`,
  ),
  words(`(?:kreeg|kregen|ontving|ontvingen)${NEAR}{0,40}? (?:bericht|sms|brief|mail|appje|voicemail|briefje)`),
  // zh
  '(?:对|给|跟|向|冲|朝)(?!你)[^，。！？\\n]{1,8}?(?:说|喊|叫|吼|发|写|留|骂|道)|威胁[我他她]|收到|发给(?!你)[^，。！？\\n]{1,10}',
  // ar
  `(?<!\\p{L})[وف]?(?:قال|يقول|تقول|كتب|أرسل|بعث|صرخ|ترك|همس|يكتب)\\p{L}{0,2}\\s(?:[^.!؟\\n]{0,20}?\\s)?(?:لي|لنا|إلي|إليّ|علي|له|لها|لل\\p{L}{2,})(?!\\p{L})|(?<!\\p{L})(?:[وي]?هدد(?:ني|تني|نا|ه|ها)|يهددني|وصلتني|وصلني|تلقيت|استلمت)(?!\\p{L})`,
  // hi
  `(?:मुझे|मुझसे|मुझको|हमें|हमसे|उसे|उससे|उनसे|(?<!फिर )से)\\s[^।.!?\\n]{0,40}?(?:कहा|कही|लिखा|भेजा|भेजी|धमकाया|बोला|बोली|चिल्लाय|कहता है|कहती है)|धमकी (?:दी|मिली|दे रहा)|(?:संदेश|मैसेज|एसएमएस|चिट्ठी) (?:आया|मिला|मिली|आई|भेजा)`,
  // ru
  words(
    `(?:мне|нам|меня|нас|ему|ей|им)${NEAR}{0,40}? (?:написал|сказал|прислал|крикнул|прошептал|отправил|угрожал|оставил|кричал|пишет|говорит|кричит|угрожает)\\p{L}*`,
  ),
  words(
    `(?:написал|сказал|прислал|крикнул|кричал|отправил|говорит|кричит|пишет|угрожал|угрожает|прошептал|оставил|зачитал)\\p{L}*${NEAR}{0,40}? (?:мне|нам|меня|ему|ей|им|моей|моему|потерпевш\\p{L}+|геро\\p{L}+|брату|сестре|жене|мужу|соседке)|получил[аи]?`,
  ),
);

/** Where it was found: in what belongs to whoever quotes it. */
export const ON_WHAT_IS_MINE = anyOf(
  words(
    '(?:on|under|to|at|through|in|onto|below|beneath) (?:my|our|her|his) (?:\\p{L}+ )?(?:door|house|car|phone|voicemail|answering machine|window|wall|mailbox|letterbox|desk|inbox|locker|profile|posts?|page|video|windshield|porch)',
  ),
  words(
    '(?:auf|an|unter|in) (?:meine[mnr]?|unsere[mnr]?) (?:\\p{L}+ )?(?:anrufbeantworter|tür|wohnungstür|haustür|auto|handy|mailbox|briefkasten|wand|hauswand|schreibtisch|spind|profil|beitrag)',
  ),
  words(
    '(?:sous|sur|à|dans) (?:ma|mon|notre|mes) (?:\\p{L}+ )?(?:porte|voiture|répondeur|boîte|mur|téléphone|bureau|profil|page|fenêtre)',
  ),
  words(
    '(?:en|bajo|sobre|por) (?:mi|nuestr[oa]|el|la) (?:puerta|coche|carro|buzón|contestador|pared|móvil|teléfono|perfil|casa|ventana)',
  ),
  words(
    '(?:na|no|sob|debaixo d[ao]) (?:minha|meu|nossa) (?:porta|carro|caixa|parede|telemóvel|celular|perfil|casa|janela)',
  ),
  words(
    '(?:sul|sulla|sotto|nella|nel) (?:la |il )?(?:mi[oa]|nostr[oa]|muro di casa) ?(?:porta|macchina|auto|segreteria|cassetta|muro|telefono|profilo)?',
  ),
  words(
    '(?:op|onder|in|aan) (?:mijn|onze) (?:\\p{L}+ )?(?:voicemail|deur|voordeur|auto|brievenbus|muur|telefoon|profiel|bureau)',
  ),
  '在?我家?的?(?:门上|车上|手机|微博|信箱|墙上|朋友圈|帖子|桌上)',
  '(?:على|تحت|في)\\s(?:باب|سيارت|هاتف|صندوق|جدار|صفحت)\\p{L}*ي(?!\\p{L})|على بابي|تحت بابي|في هاتفي|على صفحتي',
  '(?:मेरे|मेरी|हमारे|हमारी) (?:दरवाज़े|दरवाजे|घर|गाड़ी|कार|फ़ोन|फोन|दीवार|प्रोफ़ाइल|पोस्ट)',
  words(
    '(?:на|под|в) (?:мо(?:ей|ём|ем|ю)|наш(?:ей|ем|у)) (?:двер|машин|телефон|ящик|стен|страниц|автоответчик)\\p{L}*',
  ),
);

/** Whoever quotes it is afraid, or asks what can be done about it. */
export const SEEKS_HELP = anyOf(
  words(
    "what (?:can|should|could|do|are) (?:i|we|parents|she|he|my|the|a|teachers?)|who (?:do|can|should) (?:i|we)|where (?:do|can) (?:i|we)|(?:should|can|could|must) (?:i|we) (?:\\p{L}+ )?(?:report|call|go|tell|sue|press|record|block|get)|how (?:do|can|should) (?:i|we) (?:report|react|respond|deal|protect|prove|handle|stop)|(?:restraining|protective|protection) order|press charges|police report|i(?:['’]m| am) (?:\\p{L}+ )?(?:afraid|scared|terrified|frightened|worried)|(?:don['’]t|do not|no longer) feel safe|feel unsafe|fear for|(?:don['’]t|do not) know what to do",
  ),
  words(
    '(?:was|wie|wo|wohin) (?:kann|soll|sollte|muss|können|sollen|darf) (?:ich|wir|man|die)|an wen|soll(?:te)? ich|anzeige erstatten|einstweilige|(?:ich )?habe (?:\\p{L}+ )?angst|nicht (?:mehr )?sicher',
  ),
  words(
    "que (?:faire|dois-je|puis-je)|porter plainte|à qui|dois-je|puis-je|est-ce que je|j['’]ai (?:\\p{L}+ )?peur|ordonnance de protection|main courante",
  ),
  words(
    'qué (?:hago|puedo|debo|hacer)|debo|a quién|dónde puedo|puedo denunciar|denunciar(?:lo|la)?|orden de alejamiento|tengo (?:mucho )?miedo|no sé qué hacer',
  ),
  words(
    'o que (?:eu )?(?:faço|posso|devo|fazer)|a quem|onde posso|denunciar|queixa|medida protetiva|tenho (?:muito )?medo|estou com medo',
  ),
  words(
    '(?:cosa|che) (?:devo|posso|faccio|fare)|a chi|dove posso|devo chiamare|denunciar(?:e|lo|la)|ho (?:molta |tanta )?paura|ordine restrittivo|non so cosa fare',
  ),
  words(
    'wat (?:kan|moet|kunnen|zou) (?:ik|wij|we)|bij wie|waar kan ik|aangifte|ik ben (?:\\p{L}+ )?bang|contactverbod|onveilig|niet (?:meer )?veilig',
  ),
  '怎么办|怎么处理|如何处理|报警|报案|该找谁|我.{0,3}(?:害怕|很怕)|保护令|起诉|投诉|举报',
  'ماذا أفعل|إلى من|كيف أقدم|بلاغ|شكوى|خائف|أخاف على|ألجأ',
  'क्या कर(?:ूँ|ूं|ना चाहिए)|कहाँ करू|शिकायत|रिपोर्ट|डर लग|डरी हुई|कैसे बताऊ',
  words(
    'что (?:мне |нам )?делать|куда (?:мне )?(?:обратиться|идти)|к кому|могу ли я|заявлени\\p{L}+|боюсь|мне страшно',
  ),
);

/** What the quotation stands in: a tale, or the work of courts and newspapers. */
export const SETTING = anyOf(
  words(
    'novels?|books?|films?|movies?|scenes?|chapters?|episodes?|series|thriller|musical|opera|comics?|manga|anime|fairy tale|short story|screenplay|villains?|heroine|protagonist|antagonist|narrator|act (?:one|two|three|four|five|[ivx]+|\\d)',
  ),
  words(
    'courts?|trial|judge|jury|prosecutors?|indictment|testif(?:y|ied|ies)|witness(?:es)?|defendant|the accused|convicted|sentenced|plaintiff|victim|police|hearing|(?:the|this|a) play|season finale|newspapers?|reporters?|journalists?',
  ),
  words(
    '\\p{L}*(?:roman|buch|film|szene|kapitel|krimi|märchen|theaterstück|drehbuch)|folge|serie|akt|bösewicht|schurke|hauptfigur|figur|oper|gericht|staatsanwält?\\p{L}*|angeklagt\\p{L}*|zeitung|opfer|polizei|zeug(?:e|in|en)|prozess|urteil|verurteilt|anklage',
  ),
  words(
    "(?:d['’]|l['’])?(?:roman|livre|film|scène|chapitre|épisode|série|pièce|acte|polar|conte|méchant|héros|personnage|scénario|tribunal|procureur|accusée?|témoin|victime|police|procès|condamnée?|juge|parquet)",
  ),
  words(
    'novela|telenovela|libro|película|escena|capítulo|episodio|obra|acto|cuento|villano|malvado|héroe|protagonista|personaje|guion|tribunal|fiscal|acusad[oa]|sentencia|víctima|policía|testigo|juicio|condenad[oa]|juez',
  ),
  words(
    'romance|livro|filme|cena|série|peça|ato|conto|vilão|herói|personagem|roteiro|vítima|sentença|polícia|promotora?|procuradora?|réu|testemunha|julgamento|juiz',
  ),
  words(
    'romanzo|scena|capitolo|puntata|vittima|polizia|carabinieri|commedia|atto|giallo|fiaba|cattivo|eroe|personaggio|sceneggiatura|tribunale|procuratore|imputat[oa]|testimone|processo|condannat[oa]|giudice',
  ),
  words(
    'boek|\\p{L}*scène|hoofdstuk|aflevering|toneelstuk|sprookje|schurk|held|personage|rechtbank|officier van justitie|verdachte|aanklacht|slachtoffer|politie|getuige|proces|veroordeeld|rechter',
  ),
  '小说|电影|电视剧|剧本|[一二三四五六七八九十]章|一集|漫画|反派|主角|角色|故事里|故事中|童话|法庭|法院|检察官|被告|证人|原告|受害人|警方|警察|起诉书|判处|法官',
  '(?:ال|لل|بال)?(?:رواية|فيلم|مسلسل|مشهد|قصة|شرير|بطل|مسرحية|محكمة|مدعي|متهم|ضحية|اتهام|شاهد|قاضي|محاكمة)(?!\\p{L})',
  'उपन्यास|फ़िल्म|फिल्म|कहानी|नाटक|दृश्य|अध्याय|धारावाहिक|खलनायक|नायक|अदालत|न्यायालय|आरोपी|गवाह|पीड़ित|अभियोजक|न्यायाधीश',
  '(?<!\\p{L})(?:роман|книг|фильм|сцен|глав[аеу]|сериал|серии|пьес|сказк|злоде|персонаж|триллер|детектив|суд(?!ьб)|прокурор|обвиняем|подсудим|свидетел|следовател|приговор|полици|потерпевш)',
);

/** Whoever quotes says it themselves; where somebody else is named behind it, they do. */
export const SAID_BY_WRITER = anyOf(
  words(
    "(?:i|we)(?:['’](?:m|ll|ve|d|re))? (?:\\p{L}+ ){0,2}?(?:say|said|saying|told|tell|telling|write|wrote|written|writing|shout|shouted|yell|yelled|text|texted|sent|send|sending|left|leave|gave|answered|replied|threatened|whispered|called)",
  ),
  words('ich (?:hab|habe|hatte) (?:\\p{L}+ ){0,4}?(?:gesagt|geschrieben|geschickt|gedroht|zugerufen)'),
  words('ich (?:\\p{L}+ ){0,3}?(?:sag|sage|schreib|schreibe|rufe|sagte|schrieb|schicke|schickte|drohte)'),
  words(
    "je (?:\\p{L}+ ){0,2}?(?:dis|écris|crie|lance|envoie|disais)|j['’](?:ai|avais) (?:dit|écrit|crié|envoyé|lancé)",
  ),
  words('digo|dije|escribo|escribí|grito|grité|dejo|mando|mandé|envío|envié|le he dicho'),
  words('digo|escrevo|escrevi|grito|deixo|mandei|envio|enviei|eu (?:disse|mando|gritei)'),
  words('dico|scrivo|scrissi|urlo|mando|lascio|ho (?:detto|scritto|mandato|urlato)'),
  words('ik (?:\\p{L}+ ){0,3}?(?:zeg|zei|schrijf|schreef|roep|riep|stuur|stuurde)|(?:zeg|roep|schrijf|stuur) ik'),
  '(?<![对跟给向冲朝和])我(?:再|又|就|也|已经|曾)?(?:[对跟给向冲])?(?:他们|她们|你们|[他她你您])?(?:再)?(?:说|告诉|写|发)',
  '(?<!\\p{L})(?:أقول|أكتب|قلت|كتبت|أرسلت)\\p{L}{0,3}(?!\\p{L})',
  'मैंने\\s[^।\\n]{0,30}?(?:कहा|लिखा|भेजा)',
  words('(?:говорю|пишу|кричу|отправляю|шлю|я (?:\\p{L}+ ){0,2}?(?:сказал|написал|отправил|крикнул)а?)'),
);

/** Whoever quotes stands by it, calls on somebody, or has it passed on. */
export const MEANT = anyOf(
  words(
    "(?:i|we)(?:['’](?:m|ll))? (?:\\p{L}+ ){0,2}?(?:mean|meant|promise|promised|swear|swore|vow|repeat|repeating|agree|approve)|what i (?:said|say|mean)|(?:is|are) my (?:answer|word|message|promise|last)|so (?:do|will|am) i|no(?:t a)? joke|not (?:joking|kidding)|mark my words|i hope|(?:is|was|are) (?:so |absolutely |quite )?right|(?:he|she|they|it|who) deserves?|last (?:warning|chance)|or else|as promised|take (?:that|this|it) as|(?:same )?goes for|applies to|(?:be|get) ready|watch out|beware|(?:so|and|now|just|better) listen|pay up|(?:asked|told|wants?|ordered|paid|begged) me to (?:\\p{L}+ )?(?:tell|say|pass|give|deliver|write|send|warn|let|read|post)|message (?:for|to) (?:him|her|them|all|every\\p{L}+|whoever)|(?:like|as) in (?:the |a |that |my )?(?:novel|book|film|movie|scene|series|play)",
  ),
  words(
    'ich (?:\\p{L}+ ){0,3}?(?:wiederhole|schwöre|verspreche|meine (?:das|es)|stehe dazu)|(?:sage|schreibe|wiederhole|rufe|schwöre|verspreche) ich|kein scherz|kein spaß|mein ernst|hat recht|recht hat|letzte (?:warnung|chance)|hör(?:t)? zu|pass auf|wart(?:e)? nur|wie (?:im|in der|in dem|in einem) (?:film|roman|buch|serie|krimi)',
  ),
  words(
    "je (?:\\p{L}+ ){0,2}?(?:répète|jure|promets|préviens|redis|confirme)|j['’]avertis|(?:pas|sans) (?:une |de )?(?:blague|cinéma)|(?:pas|n['’]est pas) du cinéma|rigole pas|a raison|avait raison|dernier avertissement|de ma part|écoute|lis bien|prépare-toi|comme dans (?:le|la|un|une) (?:film|roman|livre|série|polar)|tiens parole",
  ),
  words(
    'repito|juro|prometo|advierto|no es (?:una )?broma|(?:digo|hablo|va) (?:muy )?en serio|tiene razón|tenía razón|último aviso|de mi parte|escucha|prepárate|cuidado|como en (?:la|el|una|un) (?:novela|película|libro|serie)',
  ),
  words(
    'garanto|não é (?:uma )?brincadeira|(?:falo|falando|estou) (?:a |muito )?sério|tem razão|tinha razão|da minha parte|escuta|ouve|prepara-te|como (?:no|na|num|numa|o|a) (?:romance|filme|livro|série|novela)',
  ),
  words(
    'ripeto|giuro|prometto|avverto|confermo|non è uno scherzo|(?:parlo|faccio|dico) sul serio|ha ragione|aveva ragione|ultimo avviso|da parte mia|ascolta|preparati|attento|come (?:nel|nella|in un) (?:film|romanzo|libro|giallo)',
  ),
  words(
    'ik (?:\\p{L}+ ){0,3}?(?:herhaal|zweer|beloof|waarschuw|meen)|(?:herhaal|zweer|beloof) ik|geen (?:grap|grapje)|het is menens|heeft gelijk|had gelijk|laatste waarschuwing|luister|pas op|kijk maar|hoor je|zoals in (?:de|het|een) (?:film|boek|roman|serie)',
  ),
  '再说一遍|重复一遍|发誓|保证|警告你|不是开玩笑|说得对|最后(?:一次)?警告|等着|说到做到|走着瞧|听好|听着|小心点|转告|就像(?:小说|电影)',
  '(?<!\\p{L})(?:أكرر|أقسم|أعد|أعدك|أحذر|أحذرك|أؤكد|محق|آخر تحذير|اسمع|انتبه|احذر|استعد|كما في)\\p{L}{0,3}(?!\\p{L})',
  'कह रह(?:ा|ी|े) हूँ|कह रह(?:ा|ी) हूं|कसम|वादा करत|दोहरा रह|मज़ाक नहीं|मजाक नहीं|सही कह|आखिरी चेतावनी|सुन ले|सुन लो|सावधान|जैसे (?:फ़िल्म|फिल्म|उपन्यास)',
  words(
    'повторяю|клянусь|обещаю|предупреждаю|гарантирую|не шутка|не шучу|он прав|она права|последнее предупреждение|слушай|берегись|жди|как в (?:фильме|романе|книге|кино)',
  ),
);

/** An order to write or pass on, but no statement for the police and no essay. */
export const PASSED_ON = anyOf(
  '(?:^|[.!?;:\\n]\\s*)(?:now |please |and |so |then )?(?:listen|remember|(?:tell|give)(?! (?:me|us)(?!\\p{L}))|send(?! help)|pass|say|post|text|forward|deliver|print|put|paint|spray|shout|(?:write|draft|compose|make)(?! (?:me )?(?:an?|the|my) (?:\\p{L}+ ){0,3}?(?:statement|complaint|report|summary|essay|review|analysis|application|article|(?:letter|mail|e-mail) to the)))(?!\\p{L})',
  '(?:^|[.!?;:\\n]\\s*)(?:bitte )?(?:sag|sagt|schreib|schreibe|schick|schicke|richte|poste|dis|dites|écris|envoie|transmets|dile|diles|dígale|escribe|escríbele|manda|mándale|envía|diz|diz-lhe|diga|escreve|escreva|mande|envie|digli|dille|scrivi|scrivigli|riferisci|zeg|schrijf|stuur|скажи|передай|напиши|отправь)(?!\\p{L})',
  // A label says for whom it is.
  '(?:^|[.!?;:,\\n]\\s*)(?:(?:an?|this|my|last|eine?|diese|une?|ce|una?|este|uma|een|mijn|моё|это) )?(?:message|text|note|letter|voicemail|word|nachricht|sms|brief|zettel|mot|lettre|mensaje|nota|carta|mensagem|bilhete|recado|messaggio|biglietto|lettera|appje|bericht|briefje|сообщение|письмо|записка) (?:for|to|an|für|pour|à|para|per|voor|aan|для|к)(?!\\p{L})',
  '(?<!\\p{L})رسالة (?:إلى|ل)|के लिए (?:मैसेज|संदेश|चिट्ठी)|给[他她你]的(?:短信|消息|话|语音)',
  '告诉(?!我)|发给(?:他|她)(?:看|吧)|写一(?:条|封)|(?<!\\p{L})(?:قل|قولي|أخبر|أخبره|أخبرها|اكتب)(?!\\p{L})|उससे कह(?:ो|ना|\\s?दो)|उसे बता|लिखो|भेजो',
);

/** Whoever asks for help speaks to its reader; these are taken out before the words that call on somebody. */
const ASKED_OF_READER = new RegExp(
  [
    words(
      "(?:can|could|would|will|do|did) you (?:please )?(?:help|tell|explain|advise|recommend|suggest|translate|think|know|check|summari[sz]e|say|find|draft|give|show|list|have|analy[sz]e)|thank you|thanks|what would you|your (?:help|advice|opinion|view|answer|team|support|thoughts)|(?:kannst|könntest|würdest|weißt|meinst|rätst) du|(?:peux|pourrais|sais|penses)-tu|(?:pouvez|pourriez|savez|avez|pensez|conseillez)-vous|s['’]il (?:te|vous) plaît|merci à vous|qué te parece|(?:você|vocês) (?:pode|poderia|sabe|acha|recomenda)\\p{L}*|cosa ne pensi|(?:kun|kan|zou|wil|weet|denk) (?:je|jij)|wat (?:kan|kun|moet|doe|zou) je|alsjeblieft",
    ),
    '你能|你可以|你觉得|你知道|你好|请你|你建议|(?:هل|من فضل|لو سمح)[^.!؟\\n]{0,6}(?:يمكنك|تستطيع|ك|ت)(?!\\p{L})|شكرا لك|क्या (?:आप|तुम) (?:बता|मदद)',
  ].join('|'),
  'giu',
);

/** Whoever quotes speaks to the one it is meant for. */
const CALLS = anyOf(
  words(
    'you|your|yours|yourself|dich|dir|dein\\p{L}{0,2}|euch|euer|eure|du (?:bist|hast|wirst|kannst|weißt|musst|sollst|willst|darfst|glaubst|denkst|kommst|zahlst|redest|hörst|siehst|machst)|tu|toi|ton|ta|tes|vous|votre|vos|ti|tus|tú|teu|tua|você|vocês|tuo|tuoi|tue|voi|vostr[oai]|jij|jou|jouw|jullie|ты|тебе|тебя|тобой|тво(?:й|я|ё|е|и|ей|его|ему|их|им)',
  ),
  "(?<!\\p{L})t['’](?:ai|es|écris|as)|[你妳]|(?<!\\p{L})(?:لك|إليك|عليك|أنت|بك|معك|منك|لكم|أنتم|عنك)(?!\\p{L})|(?<![\\p{L}\\p{M}])(?:तू|तुझ|तुम|तेर)",
);
/** Words that call on somebody in one language and say something else in another. */
const DUTCH = new RegExp(words('het|een|ik|niet|mijn|zijn|naar|deze'), 'iu');
const CALLS_IN_DUTCH = new RegExp(words('je'), 'iu');
const CALLS_IN_ROMANCE = new RegExp(words('te'), 'iu');

export const callsOnReader = (text: string): boolean => {
  const rest = text.replace(ASKED_OF_READER, ' ');
  return CALLS.test(rest) || (DUTCH.test(rest) ? CALLS_IN_DUTCH : CALLS_IN_ROMANCE).test(rest);
};

// SPDX-License-Identifier: Apache-2.0
/** Words by which a letter, a signature or an imprint is told. Each is matched on one line, without white space about it. */

/** A line that closes a letter, or cuts off a signature. */
export const CLOSES =
  /^(?:--|(?:(?:with )?(?:best|kind(?:est)?|warm(?:est)?|many thanks and) (?:regards|wishes)|regards|best|cheers|(?:many )?thanks(?: and regards| again)?|thank you|yours(?: (?:sincerely|faithfully|truly))?|sincerely(?: yours)?|respectfully|mit (?:freundlichen|besten|herzlichen|lieben) gr(?:ü|ue)(?:ß|ss)en|(?:viele|beste|liebe|herzliche|freundliche|schöne) grü(?:ß|ss)e|gruß|mfg|vg|lg|cordialement|bien (?:à (?:vous|toi)|cordialement)|(?:meilleures )?salutations(?: distinguées)?|amicalement|(?:un |atentos )?saludos?(?: cordial(?:es)?)?|atentamente|(?:atenciosamente|cumprimentos|abraços?)|(?:cordiali|distinti) saluti|saluti|met vriendelijke groet(?:en)?|groet(?:en|jes)?|z poważaniem|pozdrawiam|med vänlig(?:a)? hälsning(?:ar)?|(?:med )?venlig hilsen|vennlig hilsen|s pozdravem|с уважением|saygılarımla))(?:$|[ ,.!–-].{0,40}$)/iu;

/** A line that opens one. */
export const SALUTES =
  /^(?:dear|hello|hi|sehr geehrte[rs]?|liebe[rs]?|hallo|guten tag|(?:bonjour|cher|chère|chers)(?: |,)|madame|monsieur|estimad[oa]s?|querid[oa]s?|hola|prezad[oa]s?|car[oa] |olá|gentile|egregio|buongiorno|geachte|beste|szanown[yia]\p{L}*|hej|kära|kære|kjære|vážen[ýáí]|уважаем\p{L}+|sayın)(?![\p{L}'’]).{0,60}$/iu;

/** A form of company, or a word of imprints and footers. */
export const IS_BUSINESS =
  /(?<![\p{L}\p{N}])(?:GmbH(?: & Co\. KG)?|gGmbH|KGaA|OHG|e\.\s?[VK]\.|Ltd|Limited|LLC|LLP|Inc|Corp(?:oration)?|PLC|S\.?A\.?R\.?L|SAS|S\.A\.(?:U\.)?|S\.L\.(?:U\.)?|S\.p\.A|S\.r\.l|B\.V|N\.V|ApS|A\/S|s\.r\.o|Sp\. z o\.o|Pty|Lda|Kft|Oyj?)(?![\p{L}\p{N}])|(?<![\p{L}])(?:Impressum|Imprint|Mentions légales|Aviso legal|Note legali|Colofon)(?![\p{L}])|(?<![\p{L}])(?:[Uu]nsubscribe|[Aa]ll [Rr]ights [Rr]eserved|USt-?Id|VAT (?:no|reg|number|ID)|[Cc]ompany (?:no|number|reg)|[Rr]egistered (?:office|in)|Handelsregister|Registergericht|HRB \d|SIREN|SIRET|P\. ?IVA|[Oo]pening hours|Öffnungszeiten|[Cc]ustomer (?:service|support|care)|Kunden(?:dienst|service)|[Ss]ervice clients?|[Aa]tención al cliente|[Pp]ress (?:contact|office)|Pressekontakt|[Cc]ontact us)(?![\p{L}])|©/u;

/** What says whose data a line holds, or where a person lives: no contact of a writer. */
export const OF_A_PERSON =
  /(?<![\p{L}])(?:lives?|living|resid(?:es?|ing)|born|d\.?o\.?b|date of birth|patients?|ssn|passport|victim|suspect|her|his|ex|home address|private address|wohnt|wohnhaft|geboren|geb\.|patient(?:in)?|privatadresse|habite|vit|née?|vive|nacid[oa]|reside|mora|nascid[oa]|abita|nat[oa])(?![\p{L}])|^(?:full[ _-]?name|first[ _-]?name|last[ _-]?name|surname|name|customer|client|user(?:name)?|employee|applicant|tenant|member|student|guest|contact|kund(?:e|in)|mitarbeiter(?:in)?|mieter(?:in)?|nombre|cliente|nom|nome)\s*[:=|]/iu;

/** Another mail begins. */
export const NEXT_MAIL =
  /^(?:>|-{3,} ?\p{L}|(?:from|von|de|sent|gesendet|to|an|subject|betreff|objet|asunto)\s*:|on .{4,60} wrote:|am .{4,60} schrieb)/iu;

/** Who writes a letter says how to be reached. */
export const CONTACT_WORDS =
  /(?<![\p{L}])(?:(?:call|reach|ring|phone|contact|text|e-?mail|write (?:to )?) ?(?:me|us)|(?:my|our) (?:direct )?(?:number|line|mobile|e-?mail|phone)|(?:erreichen|kontaktieren) sie (?:mich|uns)|(?:mich|uns) (?:\p{L}+ ){0,2}unter|(?:me|nous) (?:joindre|contacter|appeler)|(?:me|nos) (?:puede|pueden) (?:llamar|contactar)|llám(?:e|a)me|escríb(?:a|e)me)(?![\p{L}])/iu;

// SPDX-License-Identifier: Apache-2.0
/** Ends that are harm although every word of them is harmless: unseen, to be entered, taken for real, asleep, alone with a child. */

/** What is done unseen, or opened by trying. In English nobody need be named: programs do it. */
const ENGLISH = [
  '(?:quietly|silently|covertly|stealthily|secretly) (?!(?:ignor|fail|clos|skip|drop|paus|swallow|restart|updat)\\p{L}*)\\p{L}{2,14}',
  '(?:records?|logs?|captur(?:es?|ing)|recording|logging|saves?|forwards?|uploads?) (?:every|all|each|any) (?:\\p{L}{1,12} ){0,2}(?:press|presses|keystrokes?|keypress|messages?|sms|texts?|calls?|logins?|passwords?)',
  '(?:tr(?:y|ies|ying)|test(?:s|ing)?|go(?:es|ing)? through|guess(?:es|ing)?) (?:every|all|each|a million|thousands of|millions of) (?:\\p{L}{1,14} |\\d{1,2} ){0,5}?(?:pins?|passwords?|passcodes?|unlock codes?)(?! rules?)',
  'clon(?:e|es|ing) (?:an? |the |my )?(?:\\p{L}{1,12} ){0,2}?(?:card|cards|key|keys|fobs?|badges?)',
  'hid(?:e|es|ing)(?: \\p{L}{1,12}){1,6}? (?:scanners?|customs|x-?rays?|checkpoints?|inspectors?)',
  'empty (?:vacation |holiday |summer )?(?:house|houses|home|homes)',
].join('|');

/** Without the other's knowledge. */
const UNSEEN =
  "ohne dass (?:\\p{L}+ ){1,3}(?:es )?(?:merk\\p{L}*|weiß|erfährt|mitbekommt|sieht)|sans (?:qu['’]|que )(?:\\p{L}+ ){1,3}(?:l['’]|le )?(?:sache|voie|remarque|s['’]en aperçoive)|sin que (?:\\p{L}+ ){0,3}(?:se )?(?:enter|sep|not|dé cuenta)\\p{L}*|sem (?:que )?(?:\\p{L}+ ){1,3}(?:saber|saiba\\p{L}*|notar|perceb\\p{L}*)|senza che (?:\\p{L}+ ){0,3}(?:(?:lo|se ne) )?(?:sappia\\p{L}*|accorga\\p{L}*|veda\\p{L}*)|zonder dat (?:\\p{L}+ ){1,3}(?:het )?(?:weet|weten|merkt|merken|ziet)";

/** So that somebody enters what opens an account. */
const SO_THAT =
  "(?:damit|pour qu['’e]|para que|para as? pessoas|per far(?: \\p{L}+)?|perché|affinché|zodat|pour faire)";
const OPENS =
  'pins?|tans?|passwörter|passwort|password|kennwort|kartendaten|karte|codes?|mot de passe|carte|clave|contraseña|tarjeta|código|senha|cartão|carta|wachtwoord|pincode|kaartgegevens';
const ENTERED = `${SO_THAT}[^.?!]{0,50}(?<!\\p{L})(?:${OPENS})(?!\\p{L})`;

const TAKEN_FOR_REAL =
  "echt (?:aussieht|aussehen|wirkt|wirken)|(?:ait|a|ont) l['’]air (?:vraie?s?|authentiques?|réele?s?)|pare(?:zcan?|cen?|ça|çam) (?:real|reales|verdader[oa]s?|auténtic[oa]s?|autêntic[oa]s?)|sembrin? (?:ver[oaie]|autentic[oaie])|echt lijk(?:t|en)";

/** A child by its age, of whom something is wanted. A present or a book is not. */
const CHILD =
  '(?:(?:mädchen|jungen?|fille|garçon|niñ[oa]|menin[oa]|bambin[oa]|ragazzin[oa]|meisje|jongen)[^.?!]{0,12}(?:1[0-7]|[5-9])(?!\\d)|(?:\\d{1,2}|zehn|elf|zwölf|dreizehn|vierzehn|fünfzehn)-?jährige[nrs]?)';
const WANTED_OF_CHILDREN = `${CHILD}[^.?!]{0,60}(?:bild|foto|allein|treff|vertrau|seule?|rencontr|sol[oa](?!\\p{L})|sozinh|confia|da sol|alleen|vertrouw)|(?:vertrauen|confiance|confianza|confiança|fiducia|vertrouwen)[^.?!]{0,30}${CHILD}`;

/** What is drunk, and then somebody else sleeps or forgets. */
const DRINK = '(?:getränk|bier|wein|kaffee|verre|boisson|boire|café|copa|vaso|bebida|copo|bicchiere|vino|drankje|glas)';
const NUMBS =
  '(?:schläft|einschläft|erinner\\p{L}*|endorm\\p{L}*|souvien\\p{L}*|dormir a(?!\\p{L})|el[ae] dormir|duerma|recuerde|durma|lembrar|dormire|addorment\\p{L}*|addormi|ricordi|slaapt|herinnert|niets meer weet)';
const DRUNK = `${DRINK}[^.?!]{0,60}${NUMBS}`;

/** Partners who are made to. */
const PARTNER =
  '(?:ex|freundin|freund|frau|mann|copine|copain|femme|mari|novi[oa]|mujer|esposa|marido|namorad[oa]|mulher|ragazz[oa]|moglie|marito|vriendin|vriend|vrouw)';
const BENT = `(?:${PARTNER}[^.?!]{0,20} dazu,? |dazu, dass|hago que mi |faço (?:a )?minha? |rendre m(?:a|on) |zorg ik dat mijn |faccio (?:a rendere |sì che )?(?:la mia|il mio) )[^.?!]{0,90}(?:freunden|zurückzieht|niemanden|aufzugeben|abhängig|amig[oa]s|dependa|depend\\p{L}*|dépendante?|amis|dipend\\p{L}*|amic[ih]e?|afhankelijk)`;

const HIDDEN = new RegExp(
  `(?<!\\p{L})(?:${[ENGLISH, UNSEEN, ENTERED, TAKEN_FOR_REAL, WANTED_OF_CHILDREN, DRUNK, BENT].join('|')})`,
  'u',
);

/** Whether a normalised text has such an end. */
export const hidesItsEnd = (text: string): boolean => HIDDEN.test(text);

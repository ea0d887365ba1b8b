// SPDX-License-Identifier: Apache-2.0
/** Orders that French, Spanish, Portuguese and Italian deny. */
import { type Denials, wordsFinder } from './denials.ts';

const FRENCH_VERB =
  '(?:ignor|oubli|contourn|néglig|enfrei|transgress|abandonn|supprim|effac|désobé|outrepass|révèl|révél|montr|affich|donn|communiqu|partag|divulgu|répèt|répét|imprim|transmet|dévoil|recopi)\\p{L}{0,7}|(?:dis|dites|dire|disait|écris|écrivez|écrire|écrit)';
const NOT_FRENCH =
  '(?:pas|jamais|point|plus)(?! (?:seulement|que|uniquement|simplement|juste|encore|de|d|à)(?!\\p{L}))(?! ?,)';
const NE = "(?:ne |n['’])";
const FRENCH_AUX =
  '(?:faut|faudrait|doit|doivent|dois|devez|devons|devrait|devraient|devrais|devriez|peut|peuvent|peux|pouvez|pouvons|va|vais|vont|veut|veux|saurait|[ao]nt?|ai|as|ons|avons|avez|avait|avais|aura|aurait)';

export const FRENCH: Denials = {
  goesOn: null,
  denied: wordsFinder(
    `ni (?:de |d['’])?(?:${FRENCH_VERB})|${NE}(?:(?:${FRENCH_VERB}) ${NOT_FRENCH}|${NOT_FRENCH} (?:les? |la |l['’])?(?:${FRENCH_VERB})|${FRENCH_AUX} ${NOT_FRENCH} (?:le droit d['’e] ?)?(?:${FRENCH_VERB}))|(?:personne|nul|aucun \\p{L}{2,14}|aucune \\p{L}{2,14}) ne (?:doit|peut|devrait|pourrait|saurait|va) (?:${FRENCH_VERB})|(?:sans|(?:refus(?:é|e|er|ent|ait|a|ant)|interdit|interdite?s?|évite[zr]?|au lieu) (?:de |d['’])) ?(?:${FRENCH_VERB})`,
  ),
  double:
    /(?<!\p{L})(?:ne|pas|jamais|aucune?|rien|sans|hésit\p{L}*|manqu\p{L}*|refus\p{L}*|interdi\p{L}*|pourquoi|au lieu|faux|personne)(?!\p{L})|n['’]|(?<!\p{L})si (?:tu|vous)/iu,
  condition: null,
  loose: null,
  told: /(?<!\p{L})(?:tu (?:n['’]as|refuses|as refusé)|vous (?:n['’]avez|refusez|avez refusé))/iu,
  questions: true,
  except:
    /(?<!\p{L})(?:sauf|excepté|hormis|à moins|tant que|jusqu|seulement si|mais (?:à moi|ici|maintenant))(?!\p{L})/iu,
  turned:
    /(?<!\p{L})(?:contraire|ne (?:vaut|valent|s['’]applique\p{L}*) plus|annul\p{L}*|caduc\p{L}*|plaisant\p{L}*|blague|rigol\p{L}*|(?:fais|faites)-le|quand même|négation|(?:ignor|oubli|effac|supprim|révèl|révél|montr|affich|répèt|répét|imprim|écri|tradui|donn)\p{L}{0,4}-(?:les?|la|moi|nous)|d[io](?:s|tes)-(?:les?|moi))(?!\p{L})/iu,
};

const SPANISH_VERB =
  '(?:ignor|ignór|olvid|descart|desestim|incumpl|desobede|omit|anul|elud|revel|compart|entreg|enví|envi|repit|imprim|divulg|copi|escrib|muestr|mostr)\\p{L}{1,6}|(?:dig|dij|dic)\\p{L}{1,4}|(?:decir|diga|des|dé|dar|den|dio)';
const OF_SPANISH =
  '(?= (?:a |del? )?(?:las|los|la|el|tus?|sus?|mis?|nuestr[ao]s?|vuestr[ao]s?|estas|esas|ninguna?|nada|nadie|todas|cualquier)(?!\\p{L}))';

export const SPANISH: Denials = {
  goesOn: null,
  denied: wordsFinder(
    `(?:(?:no|nunca|jamás|tampoco|nadie|ni)(?! (?:solo|sólo|solamente|dejes?|dude))(?: (?:se|le|les|me|te|nos))?(?: (?:deb\\p{L}{1,6}|pued\\p{L}{1,4}|pod\\p{L}{1,5}|hay que|va a|vamos a|voy a|vayas a|quier\\p{L}{1,3}|h[aei]\\p{L}{0,4}|había\\p{L}?))?|(?:neg(?:ó|aron|arse|ado|ada) a|niega a|niegan a|prohibido|sin|en lugar de|en vez de|evit(?:a|e|ar|en))) (?:${SPANISH_VERB})(?: nunca| jamás)?${OF_SPANISH}`,
  ),
  double:
    /(?<!\p{L})(?:no|nunca|jamás|ningun[ao]?|ningún|nada|sin|dud\p{L}*|dej\p{L}*|por ?qu[ée]|prohib\p{L}*|falso|mentira|en lugar|en vez|nadie|niegu\p{L}*|si no)(?!\p{L})/iu,
  condition: null,
  loose: null,
  told: /(?<!\p{L})(?:(?:tú )?(?:no has|no habías|te (?:has )?neg(?:aste|ado|abas)|te niegas)|usted (?:no ha|se negó))(?!\p{L})/iu,
  questions: true,
  except:
    /(?<!\p{L})(?:salvo|excepto|a menos|hasta que|menos (?:a|si|cuando)|solo si|sino a m[ií]|pero a m[ií])(?!\p{L})/iu,
  turned:
    /(?<!\p{L})(?:contrario|al revés|ya no|anulad[ao]s?|cancelad[ao]s?|broma|bromeo|bromeando|hazlo|hágalo|negación|de todos modos|(?:ignór|olvíd|bórr|elimín|descárt|revél|muéstr|repít|imprím|tradúc|escríb|dí?)\p{L}{0,3}(?:l[aoe]s?|mel[ao]s?|me|nos))(?!\p{L})/iu,
};

const PORTUGUESE_VERB =
  '(?:ignor|esque[cç]|desconsider|descart|descumpr|desobede|omit|anul|burl|contorn|revel|compartilh|partilh|entreg|envi|repet|repit|imprim|divulg|copi|escrev|mostr|exib)\\p{L}{1,7}|(?:dig|diss|diz)\\p{L}{0,5}|(?:dizer|dê|dar|deu|passe|passar)';

export const PORTUGUESE: Denials = {
  goesOn: null,
  denied: wordsFinder(
    `(?:(?:não|nunca|jamais|ninguém|tampouco|nem)(?! (?:só|apenas|somente|deixe|hesit))(?: (?:se|lhe|me|te|nos|os|as|o|a))?(?: (?:dev\\p{L}{1,6}|pod\\p{L}{1,6}|vai|vamos|vou|vá|quer\\p{L}{0,3}|h[aá]\\p{L}{0,4}|tinha\\p{L}?|tenho|tem|é permitido|é para))?|(?:recus(?:ou-se|ou|aram-se|a-se|ando-se) a|se recus(?:ou|a|aram) a|proibido|sem|em vez de|evit(?:e|ar|em))) (?:${PORTUGUESE_VERB})`,
  ),
  double:
    /(?<!\p{L})(?:não|nunca|jamais|nenhum\p{L}?|nada|sem|hesit\p{L}*|deix\p{L}*|por ?qu[eê]|proib\p{L}*|falso|mentira|em vez|ninguém|recus\p{L}*|se não)(?!\p{L})/iu,
  condition: null,
  loose: /^se recus/iu,
  told: /(?<!\p{L})(?:você|tu) (?:ainda )?(?:não (?:ignorou|esqueceu|revelou|mostrou|disse)|(?:se |te )?recus\p{L}*)/iu,
  questions: true,
  except:
    /(?<!\p{L})(?:salvo|exceto|a menos|até que|a não ser|menos (?:para|se|quando)|só se|mas (?:para mim|a mim|aqui|agora))(?!\p{L})/iu,
  turned:
    /(?<!\p{L})(?:contrário|ao invés|já não|não vale\p{L}? mais|anulad[ao]s?|cancelad[ao]s?|brincadeira|brincando|faça isso|faça-o|negação|mesmo assim|(?:ignor|esque[cç]|apag|elimin|descart|revel|mostr|repit|imprim|traduz|escrev|dig)\p{L}{0,3}-(?:n?[ao]s?|l[ao]s?|me|nos)|(?:ignore|esqueça|apague|descarte|revele|mostre|repita|diga) (?:tudo|elas|eles|isso|ele|ela))(?!\p{L})/iu,
};

const ITALIAN_VERB =
  '(?:ignor|dimentic|trascur|scart|disobbed|aggir|viol|elimin|cancell|rivel|condivid|divulg|mostr|stamp|ripet|copi|scriv|mand|invi|fornir|comunic|svel)\\p{L}{1,7}|(?:dire|dite|dica|dai|dare|date|dia|detto|dato)';

export const ITALIAN: Denials = {
  goesOn: null,
  denied: wordsFinder(
    `(?:(?:non|mai|nessuno|né)(?! (?:solo|soltanto|solamente|esit|manc))(?: (?:si|gli|le|mi|ti|ci|vi))?(?: (?:dev\\p{L}{0,4}|dov\\p{L}{1,6}|può|puoi|poss\\p{L}{1,5}|pot\\p{L}{1,6}|bisogna|va|vanno|vuole|voglio|ha|ho|hai|hanno|abbiamo|avete|aveva\\p{L}?))?(?: (?:mai|più))?|(?:rifiut(?:a|ato|ata|ano|ò|arono|ati) di|vietato|proibito|senza|invece di|evit(?:a|are|ate|i) di)) (?:${ITALIAN_VERB})`,
  ),
  double:
    /(?<!\p{L})(?:non|mai|nessun\p{L}?|nulla|niente|senza|esit\p{L}*|manc\p{L}*|perché|viet\p{L}*|proib\p{L}*|falso|bugia|invece|rifiut\p{L}*)(?!\p{L})/iu,
  condition: null,
  loose: null,
  told: /(?<!\p{L})(?:(?:tu )?non hai|ti (?:sei rifiutat\p{L}|rifiuti))(?!\p{L})/iu,
  questions: true,
  except:
    /(?<!\p{L})(?:tranne|salvo|a meno|finché|eccetto|fino a quando|solo se|ma a me|ma (?:qui|ora|adesso))(?!\p{L})/iu,
  turned:
    /(?<!\p{L})(?:contrario|non val\p{L}{1,4} più|annullat[aeio]|scherz\p{L}*|fallo|fatelo|negazione|lo stesso|(?:ignora|dimentica|cancella|elimina|scarta|rivela|mostra|ripeti|stampa|traduci|scrivi|dim)(?:l[ieao]|m?mel[ieao]|mi|ci|te(?:l[ieao]))|dimm\p{L}{1,3})(?!\p{L})/iu,
};

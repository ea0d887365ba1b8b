// SPDX-License-Identifier: Apache-2.0
/** The commonest short words of languages in Latin script, written down for this project. Longest: eight letters. */
export const FUNCTION_WORDS: Readonly<Record<string, string>> = {
  en: 'the and of to in is that it for was with as on be you are this have not but they from or by at what which will can your how do if my we there their an all would has more when who i',
  fr: 'le la les des et est une un du dans que qui pour pas sur au avec ce il vous nous sont plus par je ne se cette aux ou être votre mais elle comme leur à ont été',
  de: 'der die und das ist den von zu mit sich nicht ein eine dem auf für im auch es werden sie wird als an ich oder aus bei sind wie nach wenn einen einer zum zur kann über ihre in was so war hat man wir alle am will',
  es: 'el la los las de que y en un una por con para es del se no su al lo como más pero este esta si son está ha muy sus ser puede cuando hay también qué',
  pt: 'o os as do da de que e em um uma para com não é dos das no na por se mais ao como mas foi ou são você seu sua ser está pelo pela isso também nos nas à',
  it: 'il lo la gli di che è e in un una per con non del della dei delle sono si da al nel come più anche ma questo questa se ha alla dal ci le essere può',
  nl: 'de het een en van is dat op te in niet zijn voor met die er aan om ook als maar bij dit je naar wordt deze door uit nog kan heeft worden wat of hebben',
  pl: 'i w na z do się nie jest że to jak po od za przez dla o ale co czy są tego może oraz tym który ten był jego już lub aby tylko które jego być on we by my mi',
  tr: 've bir bu için ile de da olarak daha çok gibi ne var olan en kadar değil sonra ama her veya ben mi mı o şey nasıl kullanıcı olduğu göre ise',
  vi: 'và của là có không được cho các một những với trong người này khi đã để tôi bạn từ như cũng nhiều đến đó làm thì về trên ra sẽ phải vào',
  sv: 'och att det som en är på för av med den till inte har ett om jag men var de kan från du så vi ska eller när hade vid måste också hur',
  da: 'og at det er en til på som med for af den ikke de har der et jeg var kan om men fra du så vi skal eller når blev ved også hvordan være',
  no: 'og å det er en til på som med for av den ikke de har at et jeg var kan om men fra du så vi skal eller når ble ved også hvordan være',
  fi: 'ja on ei että se oli hän en mutta ovat kun niin myös tai joka sen ole olla kuin voi mitä sitä siitä tämä tämän mukaan',
  cs: 'a je se na v že to s z do o pro jako by ale jsem jsou nebo které který které při podle není ze po také byl tak může jeho co už být',
  sk: 'a je sa na v že to s z do o pre ako by ale som sú alebo ktoré ktorý pri podľa nie zo po tiež bol tak môže jeho čo už byť',
  ro: 'și de la în a cu pe nu este că se un o din pentru care mai sau ca sunt fi al ale dar fost prin lui după cel acest această ce poate',
  hu: 'a az és hogy nem is egy ez van meg csak de volt már vagy mint el ha ki még azt lehet minden kell aki ezt csak után',
  id: 'yang dan di ini itu dengan untuk tidak dari dalam akan pada juga saya ke karena bisa ada mereka atau oleh kami anda sudah lebih adalah telah seperti dapat',
  ca: 'el la els les de que i a en un una per amb és del no es al com més però aquest aquesta són seva seu també ha ser pot quan o',
};

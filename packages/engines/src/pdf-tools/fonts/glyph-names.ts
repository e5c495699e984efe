/** Glyph names of the Adobe Glyph List for Latin, Greek, Cyrillic, Hebrew and punctuation, in runs of Unicode characters. */

const runs: readonly (readonly [number, string])[] = [
  [
    0x20,
    `space exclam quotedbl numbersign dollar percent ampersand quotesingle parenleft parenright
    asterisk plus comma hyphen period slash zero one two three four five six seven eight nine colon
    semicolon less equal greater question at A B C D E F G H I J K L M N O P Q R S T U V W X Y Z
    bracketleft backslash bracketright asciicircum underscore grave a b c d e f g h i j k l m n o p
    q r s t u v w x y z braceleft bar braceright asciitilde`,
  ],
  [
    0xa1,
    `exclamdown cent sterling currency yen brokenbar section dieresis copyright ordfeminine
    guillemotleft logicalnot`,
  ],
  [
    0xae,
    `registered macron degree plusminus twosuperior threesuperior acute mu paragraph periodcentered
    cedilla onesuperior ordmasculine guillemotright onequarter onehalf threequarters questiondown
    Agrave Aacute Acircumflex Atilde Adieresis Aring AE Ccedilla Egrave Eacute Ecircumflex Edieresis
    Igrave Iacute Icircumflex Idieresis Eth Ntilde Ograve Oacute Ocircumflex Otilde Odieresis
    multiply Oslash Ugrave Uacute Ucircumflex Udieresis Yacute Thorn germandbls agrave aacute
    acircumflex atilde adieresis aring ae ccedilla egrave eacute ecircumflex edieresis igrave iacute
    icircumflex idieresis eth ntilde ograve oacute ocircumflex otilde odieresis divide oslash ugrave
    uacute ucircumflex udieresis yacute thorn ydieresis Amacron amacron Abreve abreve Aogonek
    aogonek Cacute cacute Ccircumflex ccircumflex Cdotaccent cdotaccent Ccaron ccaron Dcaron dcaron
    Dcroat dcroat Emacron emacron Ebreve ebreve Edotaccent edotaccent Eogonek eogonek Ecaron ecaron
    Gcircumflex gcircumflex Gbreve gbreve Gdotaccent gdotaccent Gcommaaccent gcommaaccent
    Hcircumflex hcircumflex Hbar hbar Itilde itilde Imacron imacron Ibreve ibreve Iogonek iogonek
    Idotaccent dotlessi IJ ij Jcircumflex jcircumflex Kcommaaccent kcommaaccent kgreenlandic Lacute
    lacute Lcommaaccent lcommaaccent Lcaron lcaron Ldot ldot Lslash lslash Nacute nacute
    Ncommaaccent ncommaaccent Ncaron ncaron napostrophe Eng eng Omacron omacron Obreve obreve
    Ohungarumlaut ohungarumlaut OE oe Racute racute Rcommaaccent rcommaaccent Rcaron rcaron Sacute
    sacute Scircumflex scircumflex Scedilla scedilla Scaron scaron Tcommaaccent tcommaaccent Tcaron
    tcaron Tbar tbar Utilde utilde Umacron umacron Ubreve ubreve Uring uring Uhungarumlaut
    uhungarumlaut Uogonek uogonek Wcircumflex wcircumflex Ycircumflex ycircumflex Ydieresis Zacute
    zacute Zdotaccent zdotaccent Zcaron zcaron longs`,
  ],
  [0x192, 'florin'],
  [0x1a0, 'Ohorn ohorn'],
  [0x1af, 'Uhorn uhorn'],
  [0x1fa, 'Aringacute aringacute AEacute aeacute Oslashacute oslashacute'],
  [0x218, 'Scommaaccent scommaaccent'],
  [0x2c6, 'circumflex caron'],
  [0x2c9, 'firsttonechinese'],
  [0x2d8, 'breve dotaccent ring ogonek tilde hungarumlaut'],
  [0x300, 'gravecomb acutecomb'],
  [0x303, 'tildecomb'],
  [0x309, 'hookabovecomb'],
  [0x323, 'dotbelowcomb'],
  [0x384, 'tonos dieresistonos Alphatonos anoteleia Epsilontonos Etatonos Iotatonos'],
  [0x38c, 'Omicrontonos'],
  [0x38e, 'Upsilontonos Omegatonos iotadieresistonos Alpha Beta Gamma'],
  [0x395, 'Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron Pi Rho'],
  [0x3a3, 'Sigma Tau Upsilon Phi Chi Psi'],
  [
    0x3aa,
    `Iotadieresis Upsilondieresis alphatonos epsilontonos etatonos iotatonos upsilondieresistonos
    alpha beta gamma delta epsilon zeta eta theta iota kappa lambda`,
  ],
  [
    0x3bd,
    `nu xi omicron pi rho sigma1 sigma tau upsilon phi chi psi omega iotadieresis upsilondieresis
    omicrontonos upsilontonos omegatonos`,
  ],
  [0x4d9, 'afii10846'],
  [0x5b0, 'sheva hatafsegol hatafpatah hatafqamats hiriq tsere segol patah qamats holam'],
  [0x5bb, 'qubuts dagesh meteg maqaf rafe paseq shindot sindot sofpasuq'],
  [0x5c5, 'lowerdot'],
  [0x5c7, 'qamatsqatan'],
  [
    0x5d0,
    `alef bet gimel dalet he vav zayin het tet yod finalkaf kaf lamed finalmem mem finalnun nun
    samekh ayin finalpe pe finaltsadi tsadi qof resh shin tav`,
  ],
  [0x5f0, 'vavvav vavyod yodyod geresh gershayim'],
  [0x1e80, 'Wgrave wgrave Wacute wacute Wdieresis wdieresis'],
  [
    0x1ea0,
    `Adotbelow adotbelow Ahookabove ahookabove Acircumflexacute acircumflexacute Acircumflexgrave
    acircumflexgrave Acircumflexhookabove acircumflexhookabove Acircumflextilde acircumflextilde
    Acircumflexdotbelow acircumflexdotbelow Abreveacute abreveacute Abrevegrave abrevegrave
    Abrevehookabove abrevehookabove Abrevetilde abrevetilde Abrevedotbelow abrevedotbelow Edotbelow
    edotbelow Ehookabove ehookabove Etilde etilde Ecircumflexacute ecircumflexacute Ecircumflexgrave
    ecircumflexgrave Ecircumflexhookabove ecircumflexhookabove Ecircumflextilde ecircumflextilde
    Ecircumflexdotbelow ecircumflexdotbelow Ihookabove ihookabove Idotbelow idotbelow Odotbelow
    odotbelow Ohookabove ohookabove Ocircumflexacute ocircumflexacute Ocircumflexgrave
    ocircumflexgrave Ocircumflexhookabove ocircumflexhookabove Ocircumflextilde ocircumflextilde
    Ocircumflexdotbelow ocircumflexdotbelow Ohornacute ohornacute Ohorngrave ohorngrave
    Ohornhookabove ohornhookabove Ohorntilde ohorntilde Ohorndotbelow ohorndotbelow Udotbelow
    udotbelow Uhookabove uhookabove Uhornacute uhornacute Uhorngrave uhorngrave Uhornhookabove
    uhornhookabove Uhorntilde uhorntilde Uhorndotbelow uhorndotbelow Ygrave ygrave Ydotbelow
    ydotbelow Yhookabove yhookabove Ytilde ytilde`,
  ],
  [0x2013, 'endash emdash'],
  [
    0x2017,
    `underscoredbl quoteleft quoteright quotesinglbase quotereversed quotedblleft quotedblright
    quotedblbase`,
  ],
  [0x2020, 'dagger daggerdbl bullet'],
  [0x2026, 'ellipsis'],
  [0x2030, 'perthousand'],
  [0x2032, 'minute second'],
  [0x2039, 'guilsinglleft guilsinglright'],
  [0x203c, 'exclamdbl'],
  [0x203e, 'radicalex'],
  [0x2044, 'fraction'],
  [0x207f, 'nsuperior'],
  [0x20a3, 'franc lira'],
  [0x20a7, 'peseta'],
  [0x20aa, 'sheqel dong Euro'],
  [0x2122, 'trademark'],
  [0x2126, 'Omega'],
  [0x212e, 'estimated'],
  [0x2153, 'onethird twothirds'],
  [0x215b, 'oneeighth threeeighths fiveeighths seveneighths'],
  [0x2190, 'arrowleft arrowup arrowright arrowdown arrowboth arrowupdn'],
  [0x21a8, 'arrowupdnbse'],
  [0x21d4, 'arrowdblboth'],
  [0x2202, 'partialdiff'],
  [0x2206, 'Delta'],
  [0x220f, 'product'],
  [0x2211, 'summation minus'],
  [0x2219, 'bulletoperator radical'],
  [0x221e, 'infinity orthogonal'],
  [0x2229, 'intersection'],
  [0x222b, 'integral'],
  [0x2248, 'approxequal'],
  [0x2260, 'notequal equivalence'],
  [0x2264, 'lessequal greaterequal'],
  [0x2302, 'house'],
  [0x2310, 'revlogicalnot'],
  [0x2320, 'integraltp integralbt'],
  [0x2580, 'upblock'],
  [0x2584, 'dnblock'],
  [0x2588, 'block'],
  [0x258c, 'lfblock'],
  [0x2590, 'rtblock ltshade shade dkshade'],
  [0x25a0, 'filledbox'],
  [0x25ac, 'filledrect'],
  [0x25b2, 'triagup'],
  [0x25ba, 'triagrt'],
  [0x25bc, 'triagdn'],
  [0x25c4, 'triaglf'],
  [0x25ca, 'lozenge circle'],
  [0x25d8, 'invbullet invcircle'],
  [0x25e6, 'openbullet'],
  [0x263a, 'smileface invsmileface sun'],
  [0x2640, 'female'],
  [0x2642, 'male'],
  [0x2660, 'spade'],
  [0x2663, 'club'],
  [0x2665, 'heart diamond'],
  [0x266a, 'musicalnote'],
  [0xfb00, 'ff fi fl ffi ffl'],
]

export const glyphNames: ReadonlyMap<string, number> = new Map(
  runs.flatMap(([first, names]) =>
    names.split(/\s+/).map((name, index): [string, number] => [name, first + index]),
  ),
)

/** Glyph names by character code: the encodings that every PostScript interpreter has. */

/** Runs of names: a number sets the next code. */
function encoding(runs: string): readonly string[] {
  const names = new Array<string>(256).fill('.notdef')
  let code = 0
  for (const word of runs.trim().split(/\s+/)) {
    if (/^\d+$/.test(word)) code = Number(word)
    else names[code++] = word
  }
  return names
}

const letters = (from: number) =>
  `${from} ${[...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].join(' ')} ${from + 32} ${[...'abcdefghijklmnopqrstuvwxyz'].join(' ')}`

const digits = '48 zero one two three four five six seven eight nine'
const beforeDigits = (apostrophe: string, hyphen: string) =>
  `32 space exclam quotedbl numbersign dollar percent ampersand ${apostrophe} parenleft parenright asterisk plus comma ${hyphen} period slash`
const between = (grave: string) =>
  `58 colon semicolon less equal greater question at 91 bracketleft backslash bracketright asciicircum underscore ${grave} 123 braceleft bar braceright asciitilde`

export const standardGlyphNames = encoding(`
  ${beforeDigits('quoteright', 'hyphen')} ${digits} ${between('quoteleft')} ${letters(65)}
  161 exclamdown cent sterling fraction yen florin section currency quotesingle quotedblleft guillemotleft guilsinglleft
  guilsinglright fi fl 177 endash dagger daggerdbl periodcentered 182 paragraph bullet quotesinglbase quotedblbase
  quotedblright guillemotright ellipsis perthousand 191 questiondown 193 grave acute circumflex tilde macron breve dotaccent
  dieresis 202 ring cedilla 205 hungarumlaut ogonek caron emdash 225 AE 227 ordfeminine 232 Lslash Oslash OE ordmasculine
  241 ae 245 dotlessi 248 lslash oslash oe germandbls`)

export const isoLatin1Encoding = encoding(`
  ${beforeDigits('quoteright', 'minus')} ${digits} ${between('quoteleft')} ${letters(65)}
  144 dotlessi grave acute circumflex tilde macron breve dotaccent dieresis 154 ring cedilla 157 hungarumlaut ogonek caron
  space exclamdown cent sterling currency yen brokenbar section dieresis copyright ordfeminine guillemotleft logicalnot hyphen
  registered macron degree plusminus twosuperior threesuperior acute mu paragraph periodcentered cedilla onesuperior
  ordmasculine guillemotright onequarter onehalf threequarters questiondown
  Agrave Aacute Acircumflex Atilde Adieresis Aring AE Ccedilla Egrave Eacute Ecircumflex Edieresis Igrave Iacute Icircumflex
  Idieresis Eth Ntilde Ograve Oacute Ocircumflex Otilde Odieresis multiply Oslash Ugrave Uacute Ucircumflex Udieresis Yacute
  Thorn germandbls agrave aacute acircumflex atilde adieresis aring ae ccedilla egrave eacute ecircumflex edieresis igrave
  iacute icircumflex idieresis eth ntilde ograve oacute ocircumflex otilde odieresis divide oslash ugrave uacute ucircumflex
  udieresis yacute thorn ydieresis`)

export const symbolEncoding = encoding(`
  32 space exclam universal numbersign existential percent ampersand suchthat parenleft parenright asteriskmath plus comma
  minus period slash ${digits} colon semicolon less equal greater question congruent
  Alpha Beta Chi Delta Epsilon Phi Gamma Eta Iota theta1 Kappa Lambda Mu Nu Omicron Pi Theta Rho Sigma Tau Upsilon sigma1
  Omega Xi Psi Zeta bracketleft therefore bracketright perpendicular underscore radicalex
  alpha beta chi delta epsilon phi gamma eta iota phi1 kappa lambda mu nu omicron pi theta rho sigma tau upsilon omega1
  omega xi psi zeta braceleft bar braceright similar
  160 Euro Upsilon1 minute lessequal fraction infinity florin club diamond heart spade arrowboth arrowleft arrowup arrowright
  arrowdown degree plusminus second greaterequal multiply proportional partialdiff bullet divide notequal equivalence
  approxequal ellipsis arrowvertex arrowhorizex carriagereturn aleph Ifraktur Rfraktur weierstrass circlemultiply circleplus
  emptyset intersection union propersuperset reflexsuperset notsubset propersubset reflexsubset element notelement angle
  gradient registerserif copyrightserif trademarkserif product radical dotmath logicalnot logicaland logicalor arrowdblboth
  arrowdblleft arrowdblup arrowdblright arrowdbldown lozenge angleleft registersans copyrightsans trademarksans summation
  parenlefttp parenleftex parenleftbt bracketlefttp bracketleftex bracketleftbt bracelefttp braceleftmid braceleftbt braceex
  241 angleright integral integraltp integralex integralbt parenrighttp parenrightex parenrightbt bracketrighttp
  bracketrightex bracketrightbt bracerighttp bracerightmid bracerightbt`)

/** Unicode values of names that fonts call otherwise. */
export const unicodeOfNames: Readonly<Record<string, number>> = {
  suchthat: 0x220b,
  asteriskmath: 0x2217,
  congruent: 0x2245,
  theta1: 0x3d1,
  sigma1: 0x3c2,
  phi1: 0x3d5,
  omega1: 0x3d6,
  Upsilon1: 0x3d2,
  perpendicular: 0x22a5,
  therefore: 0x2234,
  universal: 0x2200,
  existential: 0x2203,
  similar: 0x223c,
  club: 0x2663,
  diamond: 0x2666,
  heart: 0x2665,
  spade: 0x2660,
  arrowboth: 0x2194,
  arrowleft: 0x2190,
  arrowup: 0x2191,
  arrowright: 0x2192,
  arrowdown: 0x2193,
  minute: 0x2032,
  second: 0x2033,
  proportional: 0x221d,
  equivalence: 0x2261,
  approxequal: 0x2248,
  aleph: 0x2135,
  Ifraktur: 0x2111,
  Rfraktur: 0x211c,
  weierstrass: 0x2118,
  circlemultiply: 0x2297,
  circleplus: 0x2295,
  emptyset: 0x2205,
  intersection: 0x2229,
  union: 0x222a,
  propersuperset: 0x2283,
  reflexsuperset: 0x2287,
  notsubset: 0x2284,
  propersubset: 0x2282,
  reflexsubset: 0x2286,
  element: 0x2208,
  notelement: 0x2209,
  angle: 0x2220,
  gradient: 0x2207,
  registerserif: 0xae,
  copyrightserif: 0xa9,
  trademarkserif: 0x2122,
  registersans: 0xae,
  copyrightsans: 0xa9,
  trademarksans: 0x2122,
  dotmath: 0x22c5,
  logicaland: 0x2227,
  logicalor: 0x2228,
  arrowdblboth: 0x21d4,
  arrowdblleft: 0x21d0,
  arrowdblup: 0x21d1,
  arrowdblright: 0x21d2,
  arrowdbldown: 0x21d3,
  angleleft: 0x2329,
  angleright: 0x232a,
  carriagereturn: 0x21b5,
  fi: 0xfb01,
  fl: 0xfb02,
  mu: 0xb5,
  Delta: 0x394,
  Omega: 0x3a9,
}

const dingbatExceptions: Readonly<Record<number, number>> = {
  37: 0x260e,
  42: 0x261b,
  43: 0x261e,
  72: 0x2605,
  108: 0x25cf,
  110: 0x25a0,
  115: 0x25b2,
  116: 0x25bc,
  117: 0x25c6,
  119: 0x25d7,
}

/** The block of dingbats in Unicode has the order of this font, with gaps. */
export const dingbatsEncoding = Array.from({ length: 256 }, (_, code) => {
  if (code === 32) return 'space'
  const isUsed = (code > 32 && code < 127) || (code > 160 && code < 255)
  if (!isUsed) return '.notdef'
  const unicode = dingbatExceptions[code] ?? 0x2701 + code - 33
  return `uni${unicode.toString(16).toUpperCase()}`
})

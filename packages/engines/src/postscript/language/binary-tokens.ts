/** Tokens of the binary encoding: a byte from 128 on starts each of them. */
import type { ByteStream } from '../files/byte-stream.ts'
import { PsError } from './errors.ts'
import { arrayOf, type PsObject, PsReal, PsString, psName } from './objects.ts'

/** In the order of the language reference. */
const systemNames =
  `abs add aload anchorsearch and arc arcn arct arcto array ashow astore awidthshow begin bind bitshift ceiling
charpath clear cleartomark clip clippath closepath concat concatmatrix copy count counttomark currentcmykcolor currentdash
currentdict currentfile currentfont currentgray currentgstate currenthsbcolor currentlinecap currentlinejoin currentlinewidth
currentmatrix currentpoint currentrgbcolor currentshared curveto cvi cvlit cvn cvr cvrs cvs cvx def defineusername dict div
dtransform dup end eoclip eofill eoviewclip eq exch exec exit file fill findfont flattenpath floor flush flushfile for forall ge
get getinterval grestore gsave gstate gt identmatrix idiv idtransform if ifelse image imagemask index ineofill infill
initviewclip inueofill inufill invertmatrix itransform known le length lineto load loop lt makefont matrix maxlength mod moveto
mul ne neg newpath not null or pathbbox pathforall pop print printobject put putinterval rcurveto read readhexstring readline
readstring rectclip rectfill rectstroke rectviewclip repeat restore rlineto rmoveto roll rotate round save scale scalefont
search selectfont setbbox setcachedevice setcachedevice2 setcharwidth setcmykcolor setdash setfont setgray setgstate
sethsbcolor setlinecap setlinejoin setlinewidth setmatrix setrgbcolor setshared shareddict show showpage stop stopped store
string stringwidth stroke strokepath sub systemdict token transform translate truncate type uappend ucache ueofill ufill undef
upath userdict ustroke viewclip viewclippath where widthshow write writehexstring writeobject writestring wtranslation xor xshow
xyshow yshow FontDirectory SharedFontDirectory Courier Courier-Bold Courier-BoldOblique Courier-Oblique Helvetica
Helvetica-Bold Helvetica-BoldOblique Helvetica-Oblique Symbol Times-Bold Times-BoldItalic Times-Italic Times-Roman
execuserobject currentcolor currentcolorspace currentglobal execform filter findresource globaldict makepattern setcolor
setcolorspace setglobal setpagedevice setpattern`.split(/\s+/)

export function isBinaryToken(code: number): boolean {
  return code >= 128 && code < 160
}

function bytes(stream: ByteStream, count: number): DataView {
  const read = new Uint8Array(count)
  if (stream.readInto(read) < count) throw new PsError('syntaxerror')
  return new DataView(read.buffer)
}

export function readBinaryToken(stream: ByteStream, code: number): PsObject {
  const isLittle = code % 2 === 1
  switch (code) {
    case 132:
    case 133:
      return bytes(stream, 4).getInt32(0, isLittle)
    case 134:
    case 135:
      return bytes(stream, 2).getInt16(0, isLittle)
    case 136:
      return bytes(stream, 1).getInt8(0)
    case 137:
      return fixedNumber(stream, bytes(stream, 1).getUint8(0))
    case 138:
    case 139:
      return new PsReal(bytes(stream, 4).getFloat32(0, isLittle))
    case 140:
      return new PsReal(bytes(stream, 4).getFloat32(0, true))
    case 141:
      return bytes(stream, 1).getUint8(0) !== 0
    case 142:
      return string(stream, bytes(stream, 1).getUint8(0))
    case 143:
      return string(stream, bytes(stream, 2).getUint16(0, false))
    case 144:
      return string(stream, bytes(stream, 2).getUint16(0, true))
    case 145:
    case 146: {
      const name = systemNames[bytes(stream, 1).getUint8(0)]
      if (name === undefined) throw new PsError('undefined')
      return psName(name, code === 146)
    }
    case 149: {
      const form = bytes(stream, 1).getUint8(0)
      const count = bytes(stream, 2).getUint16(0, form >= 128)
      return arrayOf(Array.from({ length: count }, () => fixedNumber(stream, form)))
    }
    default:
      throw new PsError('syntaxerror')
  }
}

function string(stream: ByteStream, length: number): PsString {
  return new PsString(new Uint8Array(bytes(stream, length).buffer))
}

/** With a number of bits behind the point; a representation from 128 on has the lowest byte first. */
function fixedNumber(stream: ByteStream, representation: number): PsObject {
  const isLittle = representation >= 128
  const form = representation % 128
  if (form >= 48) return new PsReal(bytes(stream, 4).getFloat32(0, isLittle))
  const scale = form % 32
  const value = form < 32 ? bytes(stream, 4).getInt32(0, isLittle) : bytes(stream, 2).getInt16(0, isLittle)
  return scale === 0 ? value : new PsReal(value / 2 ** scale)
}

import { Resvg } from '@resvg/resvg-js'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { drawPostScript } from './draw-postscript.ts'

const header = '%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 100 100\n'

async function draw(program: string | Buffer) {
  const file = Buffer.isBuffer(program) ? program : Buffer.from(header + program, 'latin1')
  const document = await drawPostScript(file)
  const [svg = ''] = document.pages
  const font = { loadSystemFonts: false }
  const { pixels, width, height } = new Resvg(svg, {
    background: 'white',
    font,
    fitTo: { mode: 'width', value: 100 },
  }).render()
  /** With the y axis of PostScript. */
  const at = (x: number, y: number) => {
    const offset = ((height - 1 - Math.floor(y)) * width + Math.floor(x)) * 4
    return pixels.subarray(offset, offset + 3).toString('hex')
  }
  const isInk = (left: number, bottom: number, right: number, top: number) => {
    for (let y = bottom; y < top; y++)
      for (let x = left; x < right; x++) if (at(x, y) !== 'ffffff') return true
    return false
  }
  return { ...document, svg, at, isInk, width, height }
}

const [white, black, red, lime, blue] = ['ffffff', '000000', 'ff0000', '00ff00', '0000ff']

describe('drawPostScript: paths', () => {
  test.each([
    ['fill', '10 10 moveto 90 10 lineto 90 90 lineto closepath fill', 80, 20, black],
    ['outside of a fill', '10 10 moveto 90 10 lineto 90 90 lineto closepath fill', 20, 80, white],
    [
      'even-odd',
      '10 10 80 80 rectfill 1 setgray 0 0 100 100 rectfill 0 setgray newpath 10 10 moveto 80 0 rlineto 0 80 rlineto -80 0 rlineto closepath 30 30 moveto 40 0 rlineto 0 40 rlineto -40 0 rlineto closepath eofill',
      50,
      50,
      white,
    ],
    ['a stroke of the width', '20 setlinewidth 0 50 moveto 100 50 lineto stroke', 50, 58, black],
    [
      'a stroke in scaled coordinates',
      'gsave 1 10 scale 2 setlinewidth 0 5 moveto 100 5 lineto stroke grestore',
      50,
      58,
      black,
    ],
    ['dashes', '10 setlinewidth [20 20] 0 setdash 0 50 moveto 100 50 lineto stroke', 30, 50, white],
    ['an arc', '50 50 40 0 360 arc fill', 50, 85, black],
    ['an arc that runs backwards', '50 50 40 90 0 arcn 50 50 lineto fill', 70, 70, black],
    ['a rounded corner', '10 10 moveto 90 10 90 90 40 arct 90 90 lineto 10 90 lineto fill', 88, 12, white],
    ['a clip', 'gsave 0 0 50 100 rectclip 0 0 100 100 rectfill grestore', 75, 50, white],
    [
      'clips within clips',
      '50 50 40 0 360 arc clip newpath 0 0 50 100 rectclip 0 0 100 100 rectfill',
      70,
      50,
      white,
    ],
    [
      'after grestore',
      'gsave 1 0 0 setrgbcolor 0 0 10 10 rectclip grestore 0 0 100 100 rectfill',
      50,
      50,
      black,
    ],
    ['nested coordinates', '50 50 translate 90 rotate 0 0 40 20 rectfill', 40, 80, black],
    ['a path under a later matrix', '0 0 moveto 2 2 scale 25 0 lineto 25 25 lineto fill', 45, 20, black],
    [
      'rounding to device pixels',
      '50.04 50.04 transform round exch round exch itransform 50 50 rectfill',
      51,
      51,
      black,
    ],
  ])('%s', async (_what, program, x, y, color) => {
    expect((await draw(program)).at(x, y)).toBe(color)
  })
})

describe('drawPostScript: colors', () => {
  test.each([
    ['gray', '0.2 setgray', '333333'],
    ['HSB', '0.3333333 1 1 sethsbcolor', lime],
    ['inks', '0 0 0 0 setcmykcolor', white],
    ['an indexed space', '[/Indexed /DeviceRGB 1 <ff000000ff00>] setcolorspace 1 setcolor', lime],
    [
      'a spot color',
      '[/Separation (Spot) /DeviceRGB { dup 0 exch 0 exch pop }] setcolorspace 1 setcolor',
      red,
    ],
    ['two inks', '[/DeviceN [/A /B] /DeviceRGB { exch 0 }] setcolorspace 1 0 setcolor', lime],
  ])('%s', async (_what, program, color) => {
    expect((await draw(`${program} 0 0 100 100 rectfill`)).at(50, 50)).toBe(color)
  })

  test('a gradient along a line', async () => {
    const shading =
      '<< /ShadingType 2 /ColorSpace /DeviceRGB /Coords [0 0 100 0] /Function << /FunctionType 2 /Domain [0 1] /C0 [1 0 0] /C1 [0 0 1] /N 1 >> >>'
    const { at } = await draw(`${shading} shfill`)
    expect([at(1, 50).slice(0, 1), at(98, 50).slice(-2, -1)]).toEqual(['f', 'f'])
    expect(at(50, 50)).toMatch(/^[78].00[78].$/)
  })

  test('a pattern of tiles', async () => {
    const pattern =
      '<< /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 20 20] /XStep 20 /YStep 20 /PaintProc { pop 1 0 0 setrgbcolor 0 0 10 20 rectfill } >> matrix makepattern'
    const { at } = await draw(`/Pattern setcolorspace ${pattern} setcolor 0 0 100 100 rectfill`)
    expect([at(5, 50), at(15, 50), at(25, 50)]).toEqual([red, white, red])
  })
})

const samples = 'ff000000ff000000ffffffff'

describe('drawPostScript: images', () => {
  const place = '100 100 scale 2 2 8 [2 0 0 -2 0 2]'
  test.each([
    [
      'read by a procedure',
      `/s 3 string def ${place} { currentfile s readhexstring pop } false 3 colorimage\n${samples}\n`,
    ],
    [
      'in a dictionary, hexadecimal',
      `/DeviceRGB setcolorspace 100 100 scale << /ImageType 1 /Width 2 /Height 2 /BitsPerComponent 8 /ImageMatrix [2 0 0 -2 0 2] /Decode [0 1 0 1 0 1] /DataSource currentfile /ASCIIHexDecode filter >> image\n${samples}>\n`,
    ],
    [
      'run lengths',
      `/DeviceRGB setcolorspace 100 100 scale << /ImageType 1 /Width 2 /Height 2 /BitsPerComponent 8 /ImageMatrix [2 0 0 -2 0 2] /DataSource <0b${samples}80> /RunLengthDecode filter >> image`,
    ],
    ['separate planes', `${place} <ff0000ff> <00ff00ff> <0000ffff> true 3 colorimage`],
  ])('%s', async (_what, program) => {
    const { at } = await draw(program)
    expect([at(20, 80), at(80, 80), at(20, 20), at(80, 20)]).toEqual([red, lime, blue, white])
  })

  test('compressed samples in ASCII85, and what follows them', async () => {
    const { deflateSync } = await import('node:zlib')
    const packed = deflateSync(Buffer.from(samples, 'hex')).toString('hex')
    const { at } = await draw(
      `/DeviceRGB setcolorspace gsave 100 100 scale << /ImageType 1 /Width 2 /Height 2 /BitsPerComponent 8 /ImageMatrix [2 0 0 -2 0 2] /DataSource currentfile /ASCIIHexDecode filter /FlateDecode filter >> image\n${packed}>\ngrestore 0 setgray 45 45 10 10 rectfill`,
    )
    expect([at(20, 80), at(50, 50)]).toEqual([red, black])
  })

  test('JPEG data', async () => {
    const jpeg = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#ff0000' } })
      .jpeg()
      .toBuffer()
    const start = Buffer.from(
      `${header}/DeviceRGB setcolorspace gsave 100 100 scale << /ImageType 1 /Width 8 /Height 8 /BitsPerComponent 8 /ImageMatrix [8 0 0 -8 0 8] /DataSource currentfile /DCTDecode filter >> image\n`,
    )
    const { at } = await draw(
      Buffer.concat([start, jpeg, Buffer.from('\ngrestore 0 setgray 0 0 10 10 rectfill')]),
    )
    expect([at(50, 50).slice(0, 1), at(5, 5)]).toEqual(['f', black])
  })

  test('a mask is painted in the current color', async () => {
    const { at } = await draw('1 0 0 setrgbcolor 100 100 scale 2 2 true [2 0 0 -2 0 2] <8040> imagemask')
    expect([at(20, 80), at(80, 80), at(80, 20)]).toEqual([red, white, red])
  })
})

describe('drawPostScript: text', () => {
  test('an installed font at its place, with the widths of Helvetica', async () => {
    const { isInk } = await draw(
      '/Helvetica findfont 40 scalefont setfont 10 50 moveto (HH) show currentpoint pop 68 sub abs 0.5 lt { 0 0 10 10 rectfill } if',
    )
    expect([isInk(10, 52, 40, 75), isInk(10, 30, 90, 49), isInk(70, 50, 95, 80), isInk(0, 0, 9, 9)]).toEqual([
      true,
      false,
      false,
      true,
    ])
  })

  test('an encoding of the program, and the path of a glyph', async () => {
    const { isInk } = await draw(
      '/Times-Roman findfont dup length dict copy dup /Encoding 256 array put dup /Encoding get 65 /eacute put /New exch definefont pop /New 60 selectfont 20 20 moveto (A) true charpath fill',
    )
    expect(isInk(20, 20, 60, 70)).toBe(true)
  })

  test('glyphs that are procedures', async () => {
    const { at } = await draw(
      '/F << /FontType 3 /FontMatrix [0.01 0 0 0.01 0 0] /FontBBox [0 0 100 100] /Encoding StandardEncoding /BuildChar { pop pop 100 0 0 0 100 100 setcachedevice 0 0 50 100 rectfill } >> definefont pop /F 40 selectfont 10 10 moveto (ab) show',
    )
    expect([at(20, 20), at(40, 20), at(60, 20)]).toEqual([black, white, black])
  })

  test('spaced text', async () => {
    const { isInk } = await draw('/Courier 20 selectfont 0 50 moveto 40 0 (II) ashow')
    expect([isInk(0, 50, 12, 70), isInk(14, 50, 50, 70), isInk(52, 50, 64, 70)]).toEqual([true, false, true])
  })
})

describe('drawPostScript: documents', () => {
  test('the header of DOS, and the exact bounding box', async () => {
    const program = Buffer.from(
      '%!PS-Adobe-3.0 EPSF-3.0\r\n%%BoundingBox: 0 0 51 26\r\n%%HiResBoundingBox: 0 0 50.5 25.25\r\n0 0 50 50 rectfill',
    )
    const head = Buffer.alloc(30)
    head.writeUInt32LE(0xc6d3d0c5, 0)
    head.writeUInt32LE(30, 4)
    head.writeUInt32LE(program.length, 8)
    const { svg } = await draw(Buffer.concat([head, program, Buffer.from('preview')]))
    expect(svg).toContain('width="50.5pt" height="25.25pt"')
  })

  test('a bounding box at the end', async () => {
    const { svg } = await draw(
      Buffer.from(
        '%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: (atend)\n0 0 9 9 rectfill\n%%BoundingBox: 1 2 11 22\n',
      ),
    )
    expect(svg).toContain('width="10pt" height="20pt"')
  })

  test('pages of different sizes', async () => {
    const { pages } = await draw(
      Buffer.from(
        '%!PS\n<< /PageSize [50 60] >> setpagedevice 0 0 9 9 rectfill showpage 0 0 9 9 rectfill showpage',
      ),
    )
    expect(pages).toHaveLength(2)
    expect(pages[1]).toContain('width="50pt" height="60pt"')
  })

  test('names and texts of the file never reach the drawing', async () => {
    const { svg } = await draw(
      '("><script>) cvn dup 1 def findfont 10 scalefont setfont 10 10 moveto ("><script>) show',
    )
    expect(svg).not.toContain('script')
  })
})

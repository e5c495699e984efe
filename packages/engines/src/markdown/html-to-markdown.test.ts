import type { Root } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import { describe, expect, it } from 'vitest'
import { sanitizeHtml } from '../libreoffice/sanitize/html/sanitize-html.ts'
import { markdownFromHtml } from './html-to-markdown.ts'
import { createMarkdownImages, serializeMarkdown } from './write-markdown.ts'

const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

function markdownOf(html: string): string {
  return serializeMarkdown(markdownFromHtml(html, createMarkdownImages('beside'))).trimEnd()
}

function parsed(markdown: string): Root {
  return fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] })
}

describe('markdownFromHtml', () => {
  it('writes headings, emphasis, code and links', () => {
    expect(
      markdownOf(
        '<title>No</title><h2>Head</h2><p>A <b>bold</b>, <i>italic</i> and <s>old</s> <code>x=1</code> <a href="https://a.example/b">link</a>.</p><pre><code class="language-js">let a\n  b</code></pre><hr>',
      ),
    ).toBe(
      '## Head\n\nA **bold**, *italic* and ~~old~~ `x=1` [link](https://a.example/b).\n\n```js\nlet a\n  b\n```\n\n---',
    )
  })

  it('keeps lists tight where items are single paragraphs, and nests them', () => {
    expect(markdownOf('<ul><li><p>a</p><ol><li><p>b</p></li></ol></li><li><p>c</p></li></ul>')).toBe(
      '- a\n  1. b\n- c',
    )
    expect(markdownOf('<ul><li><input type="checkbox" checked> done</li></ul>')).toBe('- [x] done')
  })

  it('writes tables: first row as header, escaped pipes, blocks in a cell as lines, spans as empty cells', () => {
    expect(
      markdownOf(
        '<table><tr><td>A|B</td><td>C</td></tr><tr><td colspan="2"><p>one</p><p>two</p></td></tr><tr><td><ul><li>x</li><li>y</li></ul></td><td></td></tr></table>',
      ),
    ).toBe('| A\\|B | C |\n| - | - |\n| one<br>two | |\n| • x<br>• y | |')
  })

  it('does not expand the spans of a table bomb', () => {
    const cells = '<td colspan="1000" rowspan="60000">x</td>'.repeat(200)
    const markdown = markdownOf(`<table>${`<tr>${cells}</tr>`.repeat(20)}</table>`)
    expect(markdown.length).toBeLessThan(50_000)
  })

  it.each([
    [
      'LibreOffice',
      '<p>Text<a href="#sdfootnote1sym" id="sdfootnote1anc"><sup>1</sup></a>.</p><div id="sdfootnote1"><p><a href="#sdfootnote1anc" id="sdfootnote1sym">1</a>The note.</p></div>',
    ],
    [
      'pandoc',
      '<p>Text<a href="#fn1" class="footnote-ref" id="fnref1"><sup>1</sup></a>.</p><section class="footnotes"><hr><ol><li id="fn1"><p>The note.<a href="#fnref1">↩</a></p></li></ol></section>',
    ],
    [
      'GitHub',
      '<p>Text<sup><a href="#user-content-fn-1" id="user-content-fnref-1">1</a></sup>.</p><ol><li id="user-content-fn-1"><p>The note. <a href="#user-content-fnref-1">↩</a></p></li></ol>',
    ],
  ])('reads footnotes of %s', (_who, html) => {
    expect(markdownOf(html)).toBe('Text[^1].\n\n[^1]: The note.')
  })

  it('leaves links within the page that are no footnotes', () => {
    expect(markdownOf('<p><a href="#a">Go</a></p><h2 id="a">There</h2>')).toBe('[Go](#a)\n\n## There')
  })

  it('joins paragraphs of code to one block with its indents', () => {
    expect(
      markdownOf(
        '<p><code>if a:</code></p>\n<p><code>\u00A0\u00A0b = 1</code></p><p>Use <code>b</code>.</p>',
      ),
    ).toBe('```\nif a:\n  b = 1\n```\n\nUse `b`.')
  })

  it('writes superscripts as characters or as HTML', () => {
    expect(markdownOf('<p>m<sup>2</sup>, H<sub>2</sub>O, 5<sup>th</sup></p>')).toBe('m², H₂O, 5<sup>th</sup>')
  })

  it('puts images beside the text, inline or nowhere', () => {
    const html = `<p><img src="data:image/png;base64,${pixel}" alt="Red"> and <img src="data:image/png;base64,${pixel}"></p>`
    const beside = createMarkdownImages('beside')
    expect(serializeMarkdown(markdownFromHtml(html, beside)).trim()).toBe(
      '![Red](images/image-001.png) and ![](images/image-001.png)',
    )
    expect(beside.files.map(({ name }) => name)).toEqual(['images/image-001.png'])
    expect(Buffer.from(beside.files[0]?.data ?? []).toString('base64')).toBe(pixel)
    const inline = serializeMarkdown(markdownFromHtml(html, createMarkdownImages('inline')))
    expect(inline).toContain(`![Red](data:image/png;base64,${pixel})`)
    expect(serializeMarkdown(markdownFromHtml(html, createMarkdownImages('none'))).trim()).toBe('and')
  })

  it('never references what a page would load', () => {
    const page = sanitizeHtml(
      '<p><img src="http://tracker.example/a.png" alt="Chart"><a href="javascript:alert(1)">x</a><a href="file:///etc/passwd">y</a></p><iframe src="http://b.example"></iframe>',
      true,
    )
    expect(markdownOf(page)).toBe('Chartxy')
  })

  it.each(['div', 'blockquote', 'ul><li', 'table><tr><td', 'b', 'sup'])('survives 400 nested <%s>', tag => {
    expect(markdownOf(`${`<${tag}>`.repeat(400)}deep`)).toContain('deep')
  })

  it('escapes text, so that parsing returns it', () => {
    const text = '# no * list_ [x](y) <b> `code` ~~a~~ 1. | & &amp; \\* www.example.com a_b_c [^1]'
    const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
    const [paragraph] = parsed(markdownOf(`<p>${escaped}</p>`)).children
    expect(paragraph?.type).toBe('paragraph')
    expect(JSON.stringify(paragraph)).not.toMatch(
      /"(?:emphasis|strong|delete|inlineCode|html|footnoteReference)"/,
    )
    const visible =
      paragraph?.type === 'paragraph'
        ? paragraph.children
            .map(child =>
              'value' in child
                ? child.value
                : 'children' in child
                  ? child.children.map(inner => ('value' in inner ? inner.value : '')).join('')
                  : '',
            )
            .join('')
        : ''
    expect(visible).toBe(text)
  })
})

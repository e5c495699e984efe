import type { Root } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import { describe, expect, it } from 'vitest'
import { createMarkdownImages, packMarkdown, serializeMarkdown } from '../../markdown/write-markdown.ts'
import type {
  Block,
  Cell,
  LaidOutDocument,
  Paragraph,
  ParagraphRole,
  Span,
  SpanStyle,
  Table,
} from '../../page-layout/model.ts'
import { markdownTree } from './write-markdown.ts'

const style: SpanStyle = {
  fontName: 'Times',
  size: 11,
  isBold: false,
  isItalic: false,
  isMonospaced: false,
  hasSerifs: true,
  isUnderlined: false,
  color: '#000000',
}
const box = { left: 0, top: 0, right: 100, bottom: 12 }

function span(text: string, change: Partial<SpanStyle> = {}, more: Partial<Span> = {}): Span {
  return { text, style: { ...style, ...change }, ...more }
}

function paragraph(content: string | readonly Span[], more: Partial<Paragraph> = {}): Paragraph {
  const spans = typeof content === 'string' ? [span(content)] : content
  return {
    ...{ kind: 'paragraph', spans, role: { kind: 'body' }, alignment: 'start', indent: 0, firstIndent: 0 },
    ...{ spaceBefore: 0, leading: undefined, size: 11, isRightToLeft: false, box },
    ...{ isOpenEnded: false, isFlushStart: true },
    ...more,
  }
}

const heading = (text: string, level: number, size = 14) =>
  paragraph([span(text, { isBold: true, size })], { role: { kind: 'heading', level }, size })

function item(text: string, level: number, marker = '•', list = 1): Paragraph {
  const role: ParagraphRole = { kind: 'item', isNumbered: /\w/.test(marker), level, marker, list }
  return paragraph(text, { role })
}

function documentOf(blocks: readonly Block[], more: Partial<LaidOutDocument> = {}): LaidOutDocument {
  const margins = { left: 50, top: 50, right: 50, bottom: 50 }
  const column = { left: 50, right: 550, blocks }
  const bands = [{ columns: [column], top: 0, bottom: 800 }]
  return {
    pages: [{ number: 1, width: 600, height: 800, margins, bands, startsPage: false }],
    header: [{ spans: [span('Running head')], alignment: 'center', distance: 20 }],
    ...{
      footer: [],
      bodySize: 11,
      bodyFont: style,
      title: undefined,
      author: undefined,
      language: undefined,
    },
    ...more,
  }
}

const noImages = new Map()

function markdownOf(blocks: readonly Block[], more: Partial<LaidOutDocument> = {}): string {
  const images = createMarkdownImages('beside')
  return serializeMarkdown(markdownTree(documentOf(blocks, more), noImages, images)).trimEnd()
}

function parsed(markdown: string): Root {
  return fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] })
}

function cell(column: number, blocks: readonly Block[], more: Partial<Cell> = {}): Cell {
  return { column, columnSpan: 1, rowSpan: 1, blocks, ...more }
}

function table(columns: number, rows: readonly (readonly Cell[])[]): Table {
  const columnWidths = Array.from({ length: columns }, () => 50)
  return { kind: 'table', columnWidths, rows, isRuled: true, ruleColor: '#000000', box }
}

describe('markdownTree', () => {
  it('writes headings by level, and leaves out running heads', () => {
    expect(markdownOf([heading('One', 1), paragraph('Text.'), heading('Two', 2, 12)])).toBe(
      '# One\n\nText.\n\n## Two',
    )
  })

  it('puts the other headings below a title that is larger than all of them', () => {
    expect(markdownOf([heading('Title', 1, 20), heading('1 First', 1), heading('1.1 Inner', 2)])).toBe(
      '# Title\n\n## 1 First\n\n### 1.1 Inner',
    )
    expect(markdownOf([heading('First', 1), heading('Second', 1)])).toBe('# First\n\n# Second')
  })

  it('writes emphasis with the spaces outside, and joins runs of one style', () => {
    const spans = [
      span('Plain '),
      span('bold ', { isBold: true }),
      span('both', { isBold: true, isItalic: true }),
      span(' end', {}),
      span(' struck', { isStruck: true }),
      span('.'),
    ]
    expect(markdownOf([paragraph(spans)])).toBe('Plain **bold _both_** end ~~struck~~.')
  })

  it('drops emphasis that CommonMark would not read', () => {
    const markdown = markdownOf([paragraph([span('a'), span('(b)', { isBold: true }), span('c')])])
    expect(markdown).toBe('a(b)c')
    expect(markdownOf([paragraph([span('un'), span('believ', { isItalic: true }), span('able')])])).toBe(
      'un*believ*able',
    )
  })

  it('nests lists, numbers them from their first marker and keeps letters', () => {
    expect(
      markdownOf([item('a', 0), item('b', 1, '3.'), item('c', 1, '4.'), item('d', 0), item('e', 0, 'a)', 2)]),
    ).toBe('- a\n\n  3. b\n  4. c\n- d\n\n* a) e')
    expect(markdownOf([item('open', 0, '☐'), item('done', 0, '⊠')])).toBe('- [ ] open\n- [x] done')
  })

  it('writes tables with escaped pipes, lines of a cell, spans and alignment', () => {
    const right = paragraph('5', { alignment: 'end' })
    const rows = [
      [cell(0, [paragraph('Name')]), cell(1, [paragraph('A|B')])],
      [cell(0, [paragraph('x'), item('y', 0)]), cell(1, [right])],
      [cell(0, [paragraph('wide')], { columnSpan: 2 })],
      [cell(0, []), cell(1, [])],
    ]
    expect(markdownOf([table(2, rows)])).toBe('| Name | A\\|B |\n| - | -: |\n| x<br>• y | 5 |\n| wide | |')
    expect(markdownOf([table(1, [[cell(0, [paragraph('A frame.')])]])])).toBe('A frame.')
  })

  it('writes each footnote behind the block that refers to it', () => {
    const note = { number: 1, paragraphs: [paragraph('The note.')] }
    const spans = [span('Text'), span('7', { script: 'super' }, { note }), span(' continues.')]
    expect(markdownOf([paragraph(spans), paragraph('More.')])).toBe(
      'Text[^1] continues.\n\n[^1]: The note.\n\nMore.',
    )
  })

  it('joins a paragraph that continues behind a figure, and keeps other paragraphs around it', () => {
    const open = paragraph('The boat left the', { isOpenEnded: true })
    const figure = paragraph('Figure 1: A boat.')
    expect(markdownOf([open, figure, paragraph('harbor at noon.')])).toBe(
      'Figure 1: A boat.\n\nThe boat left the harbor at noon.',
    )
    expect(markdownOf([paragraph('It ended.'), figure, paragraph('then more.')])).toBe(
      'It ended.\n\nFigure 1: A boat.\n\nthen more.',
    )
  })

  it('writes links, and addresses in a monospaced font as text', () => {
    const spans = [
      span('See '),
      span('the site', {}, { link: 'https://a.example/b_c' }),
      span(' or '),
      span('https://a.example/', { isMonospaced: true }, { link: 'https://a.example/' }),
      span('.'),
    ]
    expect(markdownOf([paragraph(spans)])).toBe(
      'See [the site](https://a.example/b_c) or <https://a.example/>.',
    )
  })

  it('writes monospaced words as code and monospaced paragraphs as blocks with their indents', () => {
    const mono = { isMonospaced: true }
    const line = (text: string, left: number, baseline: number) => ({
      ...{ left, baseline },
      words: [{ text, left, right: left + 6 * text.length, isAfterSpace: true }],
    })
    const code = (text: string, left: number, baseline: number) =>
      paragraph([span(text, mono)], { codeLines: [line(text, left, baseline)] })
    expect(
      markdownOf([
        paragraph([span('Run '), span('npm `x`', mono), span(' ± '), span('±', mono)]),
        code('if(a)', 60, 100),
        code('b()', 72, 112),
        code('c()', 60, 136),
      ]),
    ).toBe('Run `` npm `x` `` ± ±\n\n```\nif(a)\n  b()\n\nc()\n```')
    expect(markdownOf([code('plain', 60, 100)], { bodyFont: { ...style, isMonospaced: true } })).toBe('plain')
  })

  it('writes scripts as characters, and hyphens of any kind as hyphens', () => {
    const spans = [
      span('10'),
      span('−5', { script: 'super' }),
      span(' well‑known H'),
      span('2', { script: 'sub' }),
    ]
    expect(markdownOf([paragraph(spans)])).toBe('10⁻⁵ well-known H₂')
  })

  it('leaves out vertical text in the margin', () => {
    const stamp = paragraph('arXiv stamp', { vertical: 'up', box: { ...box, left: 10, right: 30 } })
    const label = paragraph('Side label', { vertical: 'up', box: { ...box, left: 200, right: 220 } })
    expect(markdownOf([stamp, label])).toBe('Side label')
  })

  it('places images beside the text, each once, and packs both as a ZIP archive', async () => {
    const encoded = new Map([
      ['a', { id: 'a', data: Buffer.from('bytes'), format: 'png' as const, width: 9, height: 9 }],
    ])
    const image: Block = {
      ...{ kind: 'image', id: 'a', width: 9, height: 9, box, placement: 'block', alignment: 'start' },
      ...{ indent: 0, spaceBefore: 0 },
    }
    const images = createMarkdownImages('beside')
    const blocks = [image, paragraph('Text'), image, { ...image, placement: 'behind' as const }]
    const tree = markdownTree(documentOf(blocks), encoded, images)
    expect(serializeMarkdown(tree)).toBe('![](images/image-001.png)\n\nText\n\n![](images/image-001.png)\n')
    expect(images.files).toHaveLength(1)
    const { chunks, about } = packMarkdown(tree, 'report', images)
    const written: Uint8Array[] = []
    for await (const chunk of chunks) written.push(chunk)
    const bytes = Buffer.concat(written)
    expect(bytes.toString('latin1')).toMatch(/^PK[\s\S]*report\.md[\s\S]*images\/image-001\.png/)
    expect(about()).toEqual({ isArchive: true })
    expect(packMarkdown(tree, 'report', createMarkdownImages('none')).about()).toEqual({ isArchive: false })
  })

  it('escapes text of every kind, so that parsing returns it', () => {
    const texts = [
      '# no heading',
      '1. no list',
      '- no list either',
      '> no quote',
      '*stars* _lines_ `ticks` ~~waves~~',
      '[x](y) ![z](w) [^1] <b>html</b> &amp; \\*',
      '| a | b |',
      '---',
      '+ plus',
      '    indented',
      '```',
    ]
    const { children } = parsed(markdownOf(texts.map(text => paragraph(text))))
    const read = children.map(node =>
      node.type === 'paragraph' && node.children.length === 1 && node.children[0]?.type === 'text'
        ? node.children[0].value
        : node,
    )
    expect(read).toEqual(texts.map(text => text.trim()))
  })
})

/**
 * Random pages with columns, insets, captions, tables and side notes, drawn by Chromium and degraded like a scan. The words of
 * the document are in the order in which a person reads the page. A seed always gives the same page.
 */
import { type Browser, chromium } from '@playwright/test'
import sharp from 'sharp'
import { everydaySentences } from './everyday-sentences.ts'

interface LaidOutPage {
  readonly about: string
  readonly png: Buffer
  /** In reading order. */
  readonly text: string
}

export interface PageDrawer {
  draw(seed: number): Promise<LaidOutPage>
  close(): Promise<void>
}

/** A5 in CSS pixels. */
const [pageWidth, pageHeight] = [559, 794]
const cssDpi = 96

export async function openPageDrawer(): Promise<PageDrawer> {
  const browser = await chromium.launch({
    executablePath: process.env.E2E_BROWSER ?? '/usr/bin/chromium-headless-shell',
    args: ['--no-sandbox'],
  })
  return { draw: seed => drawPage(browser, seed), close: () => browser.close() }
}

type Random = ReturnType<typeof randomOf>

async function drawPage(browser: Browser, seed: number): Promise<LaidOutPage> {
  const random = randomOf(seed)
  const kind = random.of(kinds)
  const dpi = random.of([150, 200, 250, 300])
  const { about, html } = kind(random)
  const page = await browser.newPage({
    viewport: { width: pageWidth, height: pageHeight },
    deviceScaleFactor: dpi / cssDpi,
  })
  try {
    await page.setContent(html)
    await page.evaluate(dropOverflow)
    // biome-ignore lint/performance/useDomNodeTextContent: words of cells and paragraphs need the spaces between them
    const text = await page.innerText('body')
    const skew = random.of([0, 0, 0.7, -0.9])
    const isNoisy = random.chance(0.4)
    const png = await degrade(await page.screenshot(), skew, isNoisy ? random : undefined)
    return { about: `${about}, ${dpi} dpi, skew ${skew}${isNoisy ? ', noisy' : ''}`, png, text }
  } finally {
    await page.close()
  }
}

/** Runs in the page: what does not fit on it is left out, and is not part of its text. */
function dropOverflow(): void {
  for (const box of document.querySelectorAll<HTMLElement>('.fitted'))
    while (
      box.lastElementChild &&
      (box.scrollWidth > box.clientWidth + 1 || box.scrollHeight > box.clientHeight + 1)
    )
      box.lastElementChild.remove()
}

interface Layout {
  readonly about: string
  readonly html: string
}

const kinds = [newspaper, articles, journal, sideNotes, tables]

/** A headline over two to four columns with images, captions, framed insets and headings in them. */
function newspaper(random: Random): Layout {
  const columns = random.of([2, 3, 4])
  const gap = random.between(9, 22)
  const size = columns === 4 ? 6.5 : random.between(7, 9)
  const story = Array.from({ length: 40 }, (_, at): string => {
    const extra = at === 0 || random.chance(0.75) ? '' : random.of([inset, figure, heading])(random)
    return extra + paragraph(random)
  })
  const rule = random.chance(0.3) ? 'column-rule: 0.7px solid #000;' : ''
  return {
    about: `newspaper, ${columns} columns, gutter ${Math.round(gap)}`,
    html: documentOf(
      random,
      size,
      `<h1>${sentence(random)}</h1>${random.chance(0.5) ? `<p class="plain"><i>${sentence(random)}</i></p>` : ''}
      <div class="fitted" style="columns: ${columns}; column-gap: ${gap}px; column-fill: auto; ${rule}">${story.join('')}</div>`,
    ),
  }
}

/** Two articles with other columns each, an image with a caption across the page between them, and a framed text beside the second. */
function articles(random: Random): Layout {
  const [first, second] = random.shuffled([2, 3, 4])
  const gap = random.between(10, 20)
  const article = (columns: number | undefined) =>
    `<div class="fitted" style="columns: ${columns}; column-gap: ${gap}px; column-fill: auto">${Array.from(
      { length: 18 },
      () => paragraph(random),
    ).join('')}</div>`
  const isBeside = second === 2
  const box = `<aside class="notes">${sentences(random, 4)}</aside>`
  return {
    about: `articles with ${first} and ${second} columns, gutter ${Math.round(gap)}${isBeside ? ', box beside' : ''}`,
    html: documentOf(
      random,
      random.between(6.5, 7.5),
      `<h1>${sentence(random)}</h1>${article(first)}${random.chance(0.5) ? figure(random) : ''}
      <h1 style="margin-top: 14px">${sentence(random)}</h1>
      ${isBeside ? `<div class="beside" style="gap: ${gap}px"><div class="main fitting">${article(second)}</div>${box}</div>` : article(second)}`,
    ),
  }
}

/** A title and an abstract across the page, two columns, and a table across the page or in a column. */
function journal(random: Random): Layout {
  const isWide = random.chance(0.5)
  const gap = random.between(12, 22)
  const story = Array.from({ length: 20 }, (_, at) => {
    const extra = at === 2 && !isWide ? table(random, random.of([3, 4])) : at % 5 === 4 ? heading(random) : ''
    return extra + paragraph(random)
  })
  return {
    about: `journal, two columns, gutter ${Math.round(gap)}, table ${isWide ? 'across the page' : 'in a column'}`,
    html: documentOf(
      random,
      random.between(7, 8.5),
      `<h1 style="text-align: center">${sentence(random)}</h1><p class="plain">${sentences(random, 4)}</p>
      ${isWide ? table(random, random.of([5, 6])) : ''}
      <div class="fitted" style="columns: 2; column-gap: ${gap}px; column-fill: auto">${story.join('')}</div>`,
    ),
  }
}

/** A text with short notes in small print at one side; those on the left are read first. */
function sideNotes(random: Random): Layout {
  const isLeft = random.chance(0.5)
  const gap = random.between(14, 26)
  const body = `<div class="fitted main">${Array.from({ length: 14 }, () => paragraph(random)).join('')}</div>`
  const notes = Array.from(
    { length: 5 },
    () => `<p class="plain" style="margin-top: ${random.between(10, 70)}px">${sentence(random)}</p>`,
  )
  const side = `<div class="fitted notes">${notes.join('')}</div>`
  return {
    about: `side notes on the ${isLeft ? 'left' : 'right'}, gutter ${Math.round(gap)}`,
    html: documentOf(
      random,
      random.between(8, 9.5),
      `<h1>${sentence(random)}</h1><div class="beside" style="gap: ${gap}px">${isLeft ? side + body : body + side}</div>`,
    ),
  }
}

/** Text above, between and below two tables. */
function tables(random: Random): Layout {
  return {
    about: 'tables',
    html: documentOf(
      random,
      random.between(8, 9.5),
      `<h1>${sentence(random)}</h1><div class="fitted">${paragraph(random)}${table(random, random.of([3, 4, 5]))}
      ${paragraph(random)}${table(random, random.of([2, 3, 6]))}${paragraph(random)}${paragraph(random)}</div>`,
    ),
  }
}

function documentOf(random: Random, points: number, body: string): string {
  const font = random.of(['Liberation Serif', 'Liberation Sans', 'DejaVu Serif'])
  return `<!doctype html><html lang="en"><style>
    * { box-sizing: border-box; margin: 0 }
    body { display: flex; flex-direction: column; width: ${pageWidth}px; height: ${pageHeight}px; padding: 40px 38px;
      font: ${points}pt/${random.between(1.15, 1.35)} '${font}'; background: #fff; color: #111; overflow: hidden }
    h1 { font-size: 190%; line-height: 1.15; margin-bottom: 12px }
    h2 { font-size: 110%; margin: 8px 0 3px; break-after: avoid }
    p { text-align: justify; text-indent: 1.2em; orphans: 2; widows: 2 }
    p.plain { text-indent: 0; margin-bottom: 10px }
    .fitted { flex: 1; min-height: 0 }
    .beside { display: flex; flex: 1; min-height: 0 }
    .main { flex: 3 }
    .fitting { display: flex; min-height: 0 }
    .beside > aside { align-self: start; text-align: left }
    .notes { flex: 1; font-size: 80% }
    .notes p { text-align: left }
    aside { border: 1px solid #000; padding: 7px 9px; margin: 9px 0; font-weight: bold; font-size: 108%; break-inside: avoid }
    figure { margin: 9px 0; break-inside: avoid }
    figure div { background: linear-gradient(160deg, #777, #ddd 40%, #555) }
    figcaption { font-size: 82%; font-style: italic; margin-top: 3px }
    table { border-collapse: collapse; width: 100%; margin: 2px 0 12px; font-size: 92%; break-inside: avoid }
    td, th { padding: 2px 5px; text-align: right; white-space: nowrap }
    td:first-child, th:first-child { text-align: left; padding-left: 0 }
    table.ruled td, table.ruled th { border: 0.7px solid #000; padding-left: 5px }
    tr.head th { border-bottom: 1px solid #000 }
    .title { text-indent: 0; text-align: left; font-weight: bold; font-size: 92%; margin-top: 10px; break-after: avoid }
  </style><body>${body}</body></html>`
}

function heading(random: Random): string {
  return `<h2>${sentence(random).split(' ').slice(0, 4).join(' ')}</h2>`
}

function inset(random: Random): string {
  return `<aside>${sentence(random)}</aside>`
}

function figure(random: Random): string {
  return `<figure><div style="height: ${random.between(50, 110)}px"></div><figcaption>${sentence(random)}</figcaption></figure>`
}

const labels = [
  'Bread',
  'Cheese',
  'Garden tools',
  'Train journeys',
  'Winter coats',
  'Paper',
  'Garlic',
  'Lamp oil',
]
const months = ['January', 'March', 'April', 'June', 'August', 'October']

function table(random: Random, columns: number): string {
  const rows = random.shuffled(labels).slice(0, 4 + Math.floor(random.between(0, 4)))
  const number = () => (random.chance(0.1) ? '' : Math.round(random.between(10, 9999)).toLocaleString('en'))
  const head = ['Goods', ...months.slice(0, columns - 1)].map(name => `<th>${name}</th>`).join('')
  const body = rows.map(
    label =>
      `<tr><td>${label}</td>${Array.from({ length: columns - 1 }, () => `<td>${number()}</td>`).join('')}</tr>`,
  )
  return `<p class="title">Table ${Math.round(random.between(1, 9))}. ${sentence(random)}</p>
    <table class="${random.chance(0.4) ? 'ruled' : ''}"><tr class="head">${head}</tr>${body.join('')}</table>`
}

function paragraph(random: Random): string {
  return `<p>${sentences(random, 2 + Math.floor(random.between(0, 5)))}</p>`
}

function sentences(random: Random, count: number): string {
  return Array.from({ length: count }, () => sentence(random)).join(' ')
}

function sentence(random: Random): string {
  return random.next(everydaySentences.en)
}

async function degrade(png: Buffer, skew: number, noise: Random | undefined): Promise<Buffer> {
  const { data, info } = await sharp(png)
    .flatten({ background: '#ffffff' })
    .rotate(skew, { background: '#ffffff' })
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true })
  if (noise)
    for (let at = 0; at < data.length; at += 1) {
      const grain = (noise.between(0, 1) + noise.between(0, 1) - 1) * 50
      data[at] = Math.max(0, Math.min(255, (data[at] as number) * 0.88 + 12 + grain))
    }
  const { width, height, channels } = info
  return sharp(data, { raw: { width, height, channels } }).png().toBuffer()
}

function randomOf(seed: number) {
  let state = Math.imul(seed, 2_654_435_761) | 0
  const fraction = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0
    const mixed = Math.imul(state ^ (state >>> 15), 2_246_822_519)
    return ((mixed ^ (mixed >>> 13)) >>> 0) / 4_294_967_296
  }
  const of = <Item>(items: readonly Item[]): Item => items[Math.floor(fraction() * items.length)] as Item
  const shuffled = <Item>(items: readonly Item[]): Item[] =>
    items
      .map(item => ({ item, at: fraction() }))
      .sort((one, other) => one.at - other.at)
      .map(({ item }) => item)
  const left: string[] = []
  return {
    of,
    shuffled,
    chance: (share: number) => fraction() < share,
    between: (low: number, high: number) => low + (high - low) * fraction(),
    /** Each item once before any of them again. */
    next(items: readonly string[]): string {
      if (left.length === 0) left.push(...shuffled(items))
      return left.pop() as string
    },
  }
}

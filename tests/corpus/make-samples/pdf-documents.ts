/** Documents that are printed to the PDFs of the corpus, written for this purpose. */
import sharp from 'sharp'
import { barChart, diagram, pieChart } from './drawn-charts.ts'
import type { ParagraphStyle, SampleBlock, SampleDocument } from './flat-odt.ts'

const sentences = [
  'The ferry leaves the island every morning before the fog has lifted from the harbour.',
  'Passengers who miss it wait for the afternoon boat, which carries mail, bread and the occasional bicycle.',
  'Nobody remembers a winter in which the crossing was cancelled for more than three days.',
  'A notice at the pier explains the timetable in four languages and contradicts itself in two of them.',
  'The captain keeps a record of every unusual passenger, among them a beekeeper with forty thousand companions.',
  'Seen from the water, the lighthouse appears considerably smaller than its reputation.',
  'Extraordinary circumstances require extraordinary arrangements, as the harbour administration likes to announce.',
  'Visitors are reminded that the interpretation of tidal tables is their own responsibility.',
]

/** Text of the given length; different starts give different orders. */
export function prose(start: number, count: number): string {
  return Array.from({ length: count }, (_, index) => sentences[(start + index * 3) % sentences.length]).join(
    ' ',
  )
}

const h = (level: number, text: string): SampleBlock => ({ kind: 'heading', level, text })
const p = (text: string, style?: ParagraphStyle): SampleBlock => ({
  kind: 'paragraph',
  text,
  ...(style && { style }),
})

function paragraphs(start: number, count: number, style: ParagraphStyle): SampleBlock[] {
  return Array.from({ length: count }, (_, index) => p(prose(start + index * 3, 4 + (index % 4)), style))
}

function numbers(rows: number, columns: number): SampleBlock {
  const cell = (row: number, column: number) =>
    row === 0 ? `No. ${column + 1}` : `${(row * 17 + column * 31) % 97}.${column % 10}`
  return {
    kind: 'table',
    isRuled: true,
    rows: Array.from({ length: rows }, (_, row) =>
      Array.from({ length: columns }, (_, column) => cell(row, column)),
    ),
  }
}

export async function pdfDocuments(): Promise<Readonly<Record<string, SampleDocument>>> {
  const png = await sharp({ create: { width: 320, height: 200, channels: 3, background: '#2a6f97' } })
    .composite([
      {
        input: Buffer.from(
          '<svg width="320" height="200"><circle cx="160" cy="100" r="70" fill="#f4d35e"/></svg>',
        ),
      },
    ])
    .png()
    .toBuffer()
  return {
    prose: {
      blocks: [
        h(1, 'A Year at the Harbour'),
        p(prose(0, 4)),
        h(2, 'Spring'),
        p(prose(1, 5)),
        p(prose(2, 3)),
        h(3, 'The first boats'),
        p(prose(3, 4)),
        h(2, 'Summer'),
        p(prose(4, 6), 'justified'),
        p(prose(5, 4), 'justified'),
      ],
    },
    columns: {
      blocks: [
        h(1, 'News from the Island'),
        p(prose(0, 2)),
        {
          kind: 'columns',
          count: 2,
          blocks: [
            h(2, 'Weather'),
            p(prose(1, 5), 'indented'),
            p(prose(2, 6), 'indented'),
            h(2, 'Traffic'),
            p(prose(3, 6), 'indented'),
            p(prose(4, 7), 'indented'),
            p(prose(6, 5), 'indented'),
          ],
        },
      ],
    },
    'columns-pages': {
      blocks: [
        h(1, 'A Paper in Two Columns'),
        p('Anna Author and Bert Writer'),
        {
          kind: 'columns',
          count: 2,
          blocks: [
            h(2, 'Introduction'),
            ...paragraphs(1, 7, 'indented'),
            numbers(6, 4),
            h(2, 'Method'),
            ...paragraphs(3, 9, 'indented'),
            h(2, 'Results'),
            ...paragraphs(5, 8, 'indented'),
          ],
        },
      ],
    },
    'columns-mixed': {
      blocks: [
        h(1, 'One, Two and Three Columns'),
        ...paragraphs(1, 2, 'justified'),
        { kind: 'columns', count: 2, blocks: paragraphs(2, 3, 'indented') },
        h(2, 'Three columns'),
        { kind: 'columns', count: 3, blocks: paragraphs(4, 3, 'indented') },
        h(2, 'One column again'),
        ...paragraphs(0, 6, 'justified'),
        h(2, 'Two columns again'),
        { kind: 'columns', count: 2, blocks: paragraphs(3, 5, 'indented') },
      ],
    },
    'table-wide': {
      blocks: [
        h(1, 'Tables as Wide as the Page'),
        p(prose(1, 2)),
        numbers(6, 11),
        p(prose(2, 2)),
        {
          kind: 'table',
          isRuled: true,
          rows: [
            ['Pier', 'Notice', 'Boats', 'Remark', 'Days'],
            ...[1, 2, 3, 4].map(row => [
              `${row}`,
              prose(row, 1),
              `${row * 7}`,
              prose(row + 3, 1),
              `${row * 3}`,
            ]),
          ],
        },
        p(prose(3, 2)),
      ],
    },
    lists: {
      blocks: [
        h(1, 'Before You Leave'),
        p('Check the following before the boat departs:'),
        {
          kind: 'list',
          isNumbered: false,
          items: [
            { text: 'Tickets for every passenger' },
            {
              text: 'Luggage, which includes',
              items: [{ text: 'suitcases with a name tag' }, { text: 'bicycles and their locks' }],
            },
            { text: `Provisions. ${prose(2, 2)}` },
          ],
        },
        p('Then follow these steps:'),
        {
          kind: 'list',
          isNumbered: true,
          items: [
            { text: 'Go to the pier' },
            { text: 'Show the ticket', items: [{ text: 'on paper' }, { text: 'on a telephone' }] },
            { text: 'Find a seat' },
          ],
        },
        p('The crew will answer every question.'),
      ],
    },
    'table-ruled': {
      blocks: [
        h(1, 'Crossings'),
        p('The table shows how many passengers were carried.'),
        {
          kind: 'table',
          isRuled: true,
          rows: [
            [{ text: 'Passengers by season', columns: 4 }, null, null, null],
            ['Season', 'Morning', 'Afternoon', 'Total'],
            ['Spring', '1,204', '870', '2,074'],
            [{ text: 'Warm months', rows: 2 }, '2,511', '1,902', '4,413'],
            [null, '1,870', '1,330', '3,200'],
            ['Winter', '411', '205', '616'],
          ],
        },
        p('Figures are rounded to the next whole passenger.'),
      ],
    },
    'table-plain': {
      blocks: [
        h(1, 'Fares'),
        p('All fares are per person and include luggage.'),
        {
          kind: 'table',
          isRuled: false,
          rows: [
            ['Route', 'Adult', 'Child', 'Dog'],
            ['Island', '12.50', '6.00', '3.00'],
            ['Lighthouse', '8.00', '4.00', '2.00'],
            ['Round trip', '18.00', '9.00', '4.50'],
            ['Night boat', '22.00', '11.00', '5.00'],
          ],
        },
        p('Groups of more than ten pay three quarters.'),
      ],
    },
    running: {
      header: 'Handbook of the Harbour Office',
      footer: 'Page {page} of {pages}',
      blocks: Array.from({ length: 5 }, (_, chapter) => [
        h(1, `Chapter ${['One', 'Two', 'Three', 'Four', 'Five'][chapter]}`),
        ...Array.from({ length: 7 }, (_, index) => p(prose(chapter + index, 5 + (index % 3)), 'justified')),
      ]).flat(),
    },
    'notes-links': {
      blocks: [
        h(1, 'Sources'),
        {
          kind: 'note',
          before: 'The harbour was opened in spring',
          note: 'The exact day is disputed by two historians.',
          after: ' and has been in use ever since.',
        },
        p(prose(3, 3)),
        {
          kind: 'link',
          before: 'Timetables are published at ',
          text: 'the harbour office',
          url: 'https://example.org/boats',
        },
      ],
    },
    images: {
      blocks: [
        h(1, 'The Lighthouse'),
        p(prose(5, 2)),
        { kind: 'image', data: png, widthCm: 8, heightCm: 5 },
        p(prose(6, 3)),
      ],
    },
    drawings: {
      blocks: [
        h(1, 'The Harbour in Figures'),
        p(prose(0, 2)),
        { kind: 'image', data: barChart(), widthCm: 9, heightCm: 5.06 },
        p('Passengers in thousands, by month.'),
        {
          kind: 'table',
          isRuled: true,
          rows: [
            ['Month', 'Boats', 'Passengers'],
            ['January', '31', '42'],
            ['February', '28', '88'],
            ['March', '30', '61'],
          ],
        },
        p('Boats carry mail, bread and people.'),
        p(prose(2, 3), 'panel'),
        { kind: 'image', data: pieChart(), widthCm: 6.5, heightCm: 4.5 },
        p(prose(4, 2)),
        { kind: 'image', data: diagram(), widthCm: 10, heightCm: 3.2 },
        p(prose(6, 2)),
      ],
    },
    scripts: {
      blocks: [
        h(1, 'Harbour Rules'),
        p(
          'تغادر العبارة الجزيرة كل صباح قبل أن ينقشع الضباب عن الميناء. ينتظر المسافرون قارب الساعة 15 بعد الظهر.',
          'rtl',
        ),
        p('渡轮每天早晨在雾散之前离开小岛。错过它的乘客要等下午的船，那艘船运送邮件和面包，有时还有自行车。'),
        p('Сообщение у причала объясняет расписание на четырёх языках.'),
      ],
    },
    landscape: { isLandscape: true, blocks: [h(1, 'Wide Page'), p(prose(0, 6)), p(prose(2, 5))] },
  }
}

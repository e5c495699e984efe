/** A bar chart, a pie chart with a legend and a flow diagram, as SVG. */

const axis = 'stroke="#333333" stroke-width="1" fill="none"'
const label = 'font-family="Liberation Sans" font-size="10" fill="#333333"'

export function barChart(): Buffer {
  const values = [42, 88, 61, 120, 97]
  const bars = values.map(
    (value, index) =>
      `<rect x="${50 + index * 50}" y="${150 - value}" width="30" height="${value}" fill="#2a6f97"/>` +
      `<text x="${56 + index * 50}" y="164" ${label}>${'JFMAJ'[index]}${index + 1}</text>`,
  )
  const ticks = [0, 40, 80, 120].map(
    value =>
      `<line x1="40" y1="${150 - value}" x2="300" y2="${150 - value}" stroke="#cccccc" stroke-width="0.5"/>` +
      `<text x="16" y="${154 - value}" ${label}>${value}</text>`,
  )
  return svg(320, 180, `${ticks.join('')}${bars.join('')}<path d="M40 20 V150 H300" ${axis}/>`)
}

export function pieChart(): Buffer {
  const slices = [
    ['#2a6f97', 'Mail', 'M90 90 L90 20 A70 70 0 0 1 150.6 125 Z'],
    ['#f4d35e', 'Bread', 'M90 90 L150.6 125 A70 70 0 0 1 29.4 125 Z'],
    ['#ee964b', 'Bicycles', 'M90 90 L29.4 125 A70 70 0 0 1 90 20 Z'],
  ] as const
  const drawn = slices.map(
    ([color, name, path], index) =>
      `<path d="${path}" fill="${color}"/>` +
      `<rect x="180" y="${60 + index * 20}" width="10" height="10" fill="${color}"/>` +
      `<text x="196" y="${69 + index * 20}" ${label}>${name}</text>`,
  )
  return svg(260, 180, drawn.join(''))
}

export function diagram(): Buffer {
  const boxes = ['Pier', 'Ferry', 'Island'].map((name, index) => {
    const x = 10 + index * 130
    return (
      `<rect x="${x}" y="30" width="80" height="40" rx="6" fill="#e8f1f5" stroke="#2a6f97"/>` +
      `<text x="${x + 26}" y="54" ${label}>${name}</text>`
    )
  })
  const arrows = [90, 220].map(
    x =>
      `<line x1="${x}" y1="50" x2="${x + 44}" y2="50" stroke="#333333"/>` +
      `<path d="M${x + 42} 44 L${x + 50} 50 L${x + 42} 56 Z" fill="#333333"/>`,
  )
  const back = `<path d="M310 70 C310 110 50 110 50 74" ${axis}/>`
  return svg(360, 115, boxes.join('') + arrows.join('') + back)
}

function svg(width: number, height: number, body: string): Buffer {
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${body}</svg>`,
  )
}

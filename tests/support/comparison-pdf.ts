/** A PDF with one page for each name: a line of six words that no other page has, and a square. */
export function comparisonPdf(names: readonly string[]): Buffer {
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Kids[${names.map((_, index) => `${4 + 2 * index} 0 R`).join(' ')}]/Count ${names.length}/MediaBox[0 0 300 400]/Resources<</Font<</F 3 0 R>>>>>>`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    ...names.flatMap((name, index) => {
      // The rest of the words does not depend on upper and lower case.
      const words = Array.from(
        { length: 24 },
        (_, word) => `${word === 0 ? name : name.toLowerCase()}${word}`,
      )
      const lines = [0, 6, 12, 18].map(
        (first, line) =>
          `BT /F 12 Tf 30 ${340 - 22 * line} Td (${words.slice(first, first + 6).join(' ')}) Tj ET`,
      )
      const left = name === name.toLowerCase() ? 40 : 180
      const content = `${lines.join('\n')}\n0.2 0.4 0.7 rg ${left} 80 70 70 re f`
      return [
        `<</Type/Page/Parent 2 0 R/Contents ${5 + 2 * index} 0 R>>`,
        `<</Length ${content.length}>>stream\n${content}\nendstream`,
      ]
    }),
  ]
  let written = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = written.length
    written += `${index + 1} 0 obj${object}endobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const start = written.length
  const size = objects.length + 1
  return Buffer.from(
    `${written}xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}trailer<</Root 1 0 R/Size ${size}>>\nstartxref\n${start}\n%%EOF\n`,
    'latin1',
  )
}

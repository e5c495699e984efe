/** Writes CorelDRAW 5 drawings: RIFF records with numbers of 16 bits, in thousandths of an inch. */

const version = 500
/** Of the records of an object: what a part of it is. */
const parts = { coordinates: 0x1e, fill: 0x14 }
const shapes = { rectangle: 1, text: 4 }
const [fillId, textId] = [7, 9]
const matrix = 8
const [solid, rgb] = [1, 5]

interface CdrPage {
  /** Red, 1 inch wide and high; from the middle of the page to its lower left corner. */
  readonly at: readonly [x: number, y: number]
  readonly text?: string
}

/** Pages of 4 by 3 inches. */
export function writeCdr(pages: readonly CdrPage[]): Buffer {
  const texts = pages.flatMap(({ text }, page) =>
    text === undefined ? [] : [storedText(textId + page, text)],
  )
  return list('RIFF', 'CDR5', [
    record('vrsn', short(version)),
    list('LIST', 'doc ', [
      record('mcfg', short(4000, 3000)),
      list('LIST', 'filt', [record('fild', solidFill(0xff_00_00))]),
      ...texts,
    ]),
    ...pages.map(({ at, text }, page) =>
      list('LIST', 'page', [
        record('flgs', long(0)),
        list('LIST', 'gobj', [
          list('LIST', 'layr', [
            record('flgs', long(0)),
            object(1, at, shapes.rectangle, [
              [parts.fill, long(fillId)],
              [parts.coordinates, short(1000, 1000, 0)],
            ]),
            ...(text === undefined
              ? []
              : [object(textId + page, [-1500, 500], shapes.text, [[parts.coordinates, short(0, 0)]])]),
          ]),
        ]),
      ]),
    ),
  ])
}

function object(
  id: number,
  [x, y]: CdrPage['at'],
  shape: number,
  contents: readonly (readonly [part: number, data: Buffer])[],
): Buffer {
  const place = Buffer.concat([short(matrix), doubles(1, 0, x, 0, 1, y)])
  return list('LIST', 'obj ', [
    record('spnd', short(id)),
    record('bbox', short(x, y + 1000, x + 3000, y)),
    list('LIST', 'lgob', [
      record('loda', table(contents, [shape])),
      list('LIST', 'trfl', [record('trfd', table([[0, place]]))]),
    ]),
  ])
}

/** Its length, the number of contents, where their offsets and their types are, then these; types are in reverse order. */
function table(
  contents: readonly (readonly [part: number, data: Buffer])[],
  more: readonly number[] = [],
): Buffer {
  const headBytes = 8 + more.length * 2
  const data = Buffer.concat(contents.map(([, each]) => each))
  const offsets: number[] = []
  let at = headBytes
  for (const [, each] of contents) {
    offsets.push(at)
    at += each.length
  }
  const typesAt = at + offsets.length * 2
  const types = contents.map(([part]) => part).toReversed()
  const length = typesAt + types.length * 2
  return Buffer.concat([
    short(length, contents.length, at, typesAt, ...more),
    data,
    short(...offsets, ...types),
  ])
}

function solidFill(color: number): Buffer {
  return Buffer.concat([long(fillId), short(solid, 0), short(rgb, 0), long(0), long(color)])
}

/** Each character has four unknown bytes before it, and its style after it. */
function storedText(id: number, text: string): Buffer {
  const characters = [...text].map(character =>
    Buffer.concat([long(0), Buffer.from([character.charCodeAt(0), 0]), short(0)]),
  )
  const head = Buffer.concat([long(0), short(id), long(0), short(0, 0), short(text.length)])
  return record('txsm', Buffer.concat([head, ...characters]))
}

function list(kind: 'RIFF' | 'LIST', type: string, records: readonly Buffer[]): Buffer {
  return record(kind, Buffer.concat([Buffer.from(type, 'latin1'), ...records]))
}

function record(name: string, content: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from(name, 'latin1'),
    long(content.length),
    content,
    Buffer.alloc(content.length % 2),
  ])
}

function short(...values: readonly number[]): Buffer {
  return Buffer.from(Int16Array.from(values).buffer)
}

function long(...values: readonly number[]): Buffer {
  return Buffer.from(Int32Array.from(values).buffer)
}

function doubles(...values: readonly number[]): Buffer {
  return Buffer.from(Float64Array.from(values).buffer)
}

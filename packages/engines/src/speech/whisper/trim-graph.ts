/** Removes unused outputs from an ONNX graph, because outputs are kept in memory until the end of a run. */

/** Protobuf field numbers of the ONNX format. */
const modelGraph = 7
const graphOutput = 12
const valueName = 1

const variableLength = 2

interface Field {
  readonly number: number
  /** Including its header. */
  readonly whole: Uint8Array
  /** Without the header; only for length-delimited fields. */
  readonly body: Uint8Array
}

export function keepOutputs(model: Uint8Array, isKept: (name: string) => boolean): Uint8Array {
  const isDropped = (field: Field) => field.number === graphOutput && !isKept(nameOf(field.body))
  return join(
    fieldsOf(model).flatMap(field => {
      if (field.number !== modelGraph) return [field.whole]
      const kept = fieldsOf(field.body).filter(inner => !isDropped(inner))
      const body = join(kept.map(inner => inner.whole))
      return [writeNumber((modelGraph << 3) | variableLength), writeNumber(body.length), body]
    }),
  )
}

function nameOf(value: Uint8Array): string {
  const name = fieldsOf(value).find(field => field.number === valueName)
  return Buffer.from(name?.body ?? []).toString()
}

function fieldsOf(bytes: Uint8Array): Field[] {
  const fields: Field[] = []
  for (let at = 0; at < bytes.length; ) {
    const start = at
    const tag = readNumber(bytes, at)
    at = tag.end
    const kind = tag.value & 7
    let bodyStart = at
    if (kind === 0) at = readNumber(bytes, at).end
    else if (kind === 1) at += 8
    else if (kind === 5) at += 4
    else if (kind === variableLength) {
      const length = readNumber(bytes, at)
      bodyStart = length.end
      at = length.end + length.value
    } else throw new Error('This speech model is not an ONNX file.')
    fields.push({
      number: Math.floor(tag.value / 8),
      whole: bytes.subarray(start, at),
      body: bytes.subarray(bodyStart, at),
    })
  }
  return fields
}

/** Protobuf varint. */
function readNumber(bytes: Uint8Array, at: number): { readonly value: number; readonly end: number } {
  let value = 0
  for (let shift = 1, end = at; ; shift *= 128, end += 1) {
    const byte = bytes[end]
    if (byte === undefined) throw new Error('This speech model is cut off.')
    value += (byte & 127) * shift
    if (byte < 128) return { value, end: end + 1 }
  }
}

function writeNumber(value: number): Uint8Array {
  const bytes: number[] = []
  let rest = value
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128)
  return Uint8Array.from([...bytes, rest])
}

function join(parts: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat(parts)
}

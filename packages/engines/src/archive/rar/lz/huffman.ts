/** Length-limited Huffman code lengths, and canonical codes derived from them. */

export const maxCodeLength = 15

/**
 * Zero for unused symbols. 7-Zip rejects an incomplete tree, which a single symbol would make, so a second symbol is
 * added in that case.
 */
export function codeLengths(counts: Uint32Array): Uint8Array {
  const used = [...counts.keys()].filter(symbol => (counts[symbol] as number) > 0)
  const lengths = new Uint8Array(counts.length)
  if (used.length === 0) return lengths
  if (used.length === 1) used.push(used[0] === 0 ? 1 : 0)
  let weights = used.map(symbol => Math.max(1, counts[symbol] as number))
  for (;;) {
    const depths = treeDepths(weights)
    if (Math.max(...depths) <= maxCodeLength) {
      for (const [index, symbol] of used.entries()) lengths[symbol] = depths[index] as number
      return lengths
    }
    // Flatten the weights until the depth fits; only needed for extremely skewed counts.
    weights = weights.map(weight => (weight >> 1) + 1)
  }
}

/** Huffman's algorithm with two sorted queues (leaves and merged nodes), which needs no heap. */
function treeDepths(weights: readonly number[]): number[] {
  const leafCount = weights.length
  const order = [...weights.keys()].sort((a, b) => (weights[a] as number) - (weights[b] as number))
  const nodeWeights = new Float64Array(2 * leafCount - 1)
  for (const [rank, index] of order.entries()) nodeWeights[rank] = weights[index] as number
  const parents = new Int32Array(2 * leafCount - 1)
  let leaf = 0
  let joined = leafCount
  const nextLightest = (end: number): number => {
    const isLeaf =
      leaf < leafCount && (joined >= end || (nodeWeights[leaf] as number) <= (nodeWeights[joined] as number))
    return isLeaf ? leaf++ : joined++
  }
  for (let node = leafCount; node < nodeWeights.length; node++) {
    const first = nextLightest(node)
    const second = nextLightest(node)
    nodeWeights[node] = (nodeWeights[first] as number) + (nodeWeights[second] as number)
    parents[first] = node
    parents[second] = node
  }
  const nodeDepths = new Int32Array(nodeWeights.length)
  for (let node = nodeWeights.length - 2; node >= 0; node--)
    nodeDepths[node] = (nodeDepths[parents[node] as number] as number) + 1
  const depths = new Array<number>(leafCount)
  for (const [rank, index] of order.entries()) depths[index] = nodeDepths[rank] as number
  return depths
}

/** By code length, then by symbol. */
export function canonicalCodes(lengths: Uint8Array): Uint16Array {
  const nextCodes = new Uint32Array(maxCodeLength + 2)
  const counts = new Uint32Array(maxCodeLength + 1)
  for (const length of lengths) if (length > 0) counts[length] = (counts[length] as number) + 1
  for (let length = 1; length <= maxCodeLength; length++)
    nextCodes[length + 1] = ((nextCodes[length] as number) + (counts[length] as number)) << 1
  return Uint16Array.from(lengths, length => {
    if (length === 0) return 0
    const code = nextCodes[length] as number
    nextCodes[length] = code + 1
    return code
  })
}

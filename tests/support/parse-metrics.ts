/** Strict parser of the Prometheus text format: input that Prometheus would reject fails the test. */

export interface ParsedMetrics {
  /** Value of the series with exactly these labels in any order; undefined if there is none. */
  value(name: string, labels?: Readonly<Record<string, string>>): number | undefined
  /** Sum over all series of this name that have these labels. */
  sum(name: string, labels?: Readonly<Record<string, string>>): number
  readonly names: ReadonlySet<string>
  /** Series of the product; those of Node.js appear whenever its garbage collector first runs. */
  readonly productSeries: readonly string[]
}

interface Sample {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

const commentPattern = /^# (HELP|TYPE) ([a-zA-Z_:][a-zA-Z0-9_:]*) (.*)$/
const samplePattern =
  /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{((?:[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\n]|\\[\\"n])*",?)*)\})? (\S+)$/
const labelPattern = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\[\\"n])*)"/g

export function parseMetrics(text: string): ParsedMetrics {
  if (!text.endsWith('\n')) throw new Error('the last line is not terminated')
  const types = new Map<string, string>()
  const helpNames = new Set<string>()
  const series = new Map<string, Sample>()
  for (const line of text.split('\n').filter(each => each !== '')) {
    if (line.startsWith('#')) {
      const [, kind = '', name = '', rest = ''] = commentPattern.exec(line) ?? []
      if (kind === '') throw new Error(`invalid comment: ${line}`)
      if (kind === 'HELP') helpNames.add(name)
      else if (types.has(name)) throw new Error(`${name} has two TYPE lines`)
      else types.set(name, rest)
      continue
    }
    const sample = readSample(line)
    const family = familyOf(sample.name, types)
    if (!types.has(family) || !helpNames.has(family))
      throw new Error(`${sample.name} has no TYPE or HELP line`)
    const key = seriesKey(sample)
    if (series.has(key)) throw new Error(`${key} occurs twice`)
    series.set(key, sample)
  }
  checkHistograms([...series.values()], types)
  const samples = [...series.values()]
  return {
    names: new Set(types.keys()),
    productSeries: [...series.keys()].filter(key => key.startsWith('filesmith_')).toSorted(),
    value: (name, labels = {}) => series.get(seriesKey({ name, labels, value: 0 }))?.value,
    sum: (name, labels = {}) =>
      samples
        .filter(sample => sample.name === name && hasLabels(sample, labels))
        .reduce((total, { value }) => total + value, 0),
  }
}

export async function scrape(url: string, headers: Record<string, string> = {}): Promise<ParsedMetrics> {
  const response = await fetch(`${url}/metrics`, { headers })
  if (response.status !== 200) throw new Error(`/metrics answered ${response.status}`)
  return parseMetrics(await response.text())
}

function readSample(line: string): Sample {
  const [whole, name = '', labels = '', number = ''] = samplePattern.exec(line) ?? []
  const value = number === '+Inf' ? Number.POSITIVE_INFINITY : Number(number)
  if (whole === undefined || (Number.isNaN(value) && number !== 'Nan' && number !== 'NaN'))
    throw new Error(`invalid sample: ${line}`)
  return {
    name,
    labels: Object.fromEntries([...labels.matchAll(labelPattern)].map(([, label, text]) => [label, text])),
    value,
  }
}

function familyOf(name: string, types: ReadonlyMap<string, string>): string {
  const base = name.replace(/_(?:bucket|sum|count)$/, '')
  return ['histogram', 'summary'].includes(types.get(base) ?? '') ? base : name
}

function seriesKey({ name, labels }: Sample): string {
  const sorted = Object.entries(labels).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return `${name} ${JSON.stringify(sorted)}`
}

function hasLabels({ labels }: Sample, wanted: Readonly<Record<string, string>>): boolean {
  return Object.entries(wanted).every(([name, value]) => labels[name] === value)
}

/** Buckets are cumulative, and +Inf equals the count. */
function checkHistograms(samples: readonly Sample[], types: ReadonlyMap<string, string>): void {
  const buckets = samples.filter(
    ({ name }) => name.endsWith('_bucket') && types.get(name.slice(0, -'_bucket'.length)) === 'histogram',
  )
  const groups = Map.groupBy(buckets, ({ name, labels: { le, ...labels } }) =>
    seriesKey({ name: name.replace(/_bucket$/, '_count'), labels, value: 0 }),
  )
  const counts = new Map(samples.map(sample => [seriesKey(sample), sample.value]))
  for (const [key, group] of groups) {
    const bounds = group.map(({ labels }) => (labels.le === '+Inf' ? Infinity : Number(labels.le)))
    const isRising = (values: readonly number[]) =>
      values.every((value, index) => index === 0 || value >= (values[index - 1] ?? 0))
    if (!isRising(bounds) || bounds.at(-1) !== Infinity) throw new Error(`buckets of ${key} are not sorted`)
    if (!isRising(group.map(({ value }) => value))) throw new Error(`buckets of ${key} are not cumulative`)
    if (group.at(-1)?.value !== counts.get(key)) throw new Error(`${key} differs from its +Inf bucket`)
  }
}

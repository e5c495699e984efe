/** Creates the trace sampler for the names that OpenTelemetry defines. */
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace'

export type SamplerName =
  | 'always_on'
  | 'always_off'
  | 'traceidratio'
  | 'parentbased_always_on'
  | 'parentbased_always_off'
  | 'parentbased_traceidratio'

export function chooseSampler(name: SamplerName, ratio: number): Sampler {
  const root = rootSampler(name, ratio)
  return name.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root
}

function rootSampler(name: SamplerName, ratio: number): Sampler {
  if (name.endsWith('always_off')) return new AlwaysOffSampler()
  if (name.endsWith('traceidratio')) return new TraceIdRatioBasedSampler(ratio)
  return new AlwaysOnSampler()
}

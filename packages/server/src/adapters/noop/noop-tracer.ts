/** No-op tracer, for installations that do not export traces. */
import type { Span, Tracer } from '../../ports/tracer.ts'

const noopSpan: Span = {
  traceId: undefined,
  run: work => work(),
  describe: () => undefined,
  fail: () => undefined,
  end: () => undefined,
}

export const noopTracer: Tracer = {
  open: () => noopSpan,
  trace: (_name, _settings, work) => work(noopSpan),
  traceParent: () => null,
  traceId: () => undefined,
  close: async () => undefined,
}

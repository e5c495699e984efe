/** Operations, and single pairs of them, that are unavailable on this server. */
import type { FormatId } from '@filesmith/contract/formats'
import { conversionMessages } from '@filesmith/contract/messages/conversion'
import type { OperationId } from '@filesmith/contract/operations/registry'
import type { CapabilitiesReply } from '@filesmith/contract/schemas/capabilities'
import { useCapabilities } from './use-capabilities.ts'

export interface Unavailable {
  /** With the reason. */
  readonly operations: ReadonlyMap<string, string>
  /** Whether an operation cannot convert a pair here. */
  readonly lacks: (operation: OperationId, from: FormatId, to: FormatId) => boolean
}

const nothing: Unavailable = { operations: new Map(), lacks: () => false }

/** Nothing while loading and on failure. */
export function useUnavailable(): Unavailable {
  return useCapabilities(readUnavailable).data ?? nothing
}

/** Operations with the reason; empty while loading and on failure. */
export function useUnavailableOperations(): ReadonlyMap<string, string> {
  return useUnavailable().operations
}

function readUnavailable({ operations }: CapabilitiesReply): Unavailable {
  return {
    operations: new Map(
      Object.entries(operations).flatMap(([id, { isAvailable, reason }]) =>
        isAvailable ? [] : [[id, reason ?? conversionMessages.unavailable] as const],
      ),
    ),
    lacks: (operation, from, to) =>
      operations[operation]?.isAvailable === false ||
      operations[operation]?.missingPairs?.[from]?.includes(to) === true,
  }
}

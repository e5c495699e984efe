/** All operations for API clients: formats, limits of the plan, and options as JSON Schema. */
import { maxBytesFor } from '@filesmith/contract/limits'
import type { Operation } from '@filesmith/contract/operations/operation'
import { optionsJsonSchema } from '@filesmith/contract/operations/parse-options'
import { operationIds, operations } from '@filesmith/contract/operations/registry'
import type { ApiOperation } from '@filesmith/contract/schemas/v1/api-operation'
import { describeCapabilities } from '../engines/engine-availability.ts'
import type { Owner } from '../owners/owner.ts'

type OperationDeps = Parameters<typeof describeCapabilities>[0]

export async function describeOperations(deps: OperationDeps, owner: Owner): Promise<ApiOperation[]> {
  const able = (await describeCapabilities(deps, owner)).operations
  return operationIds.map(id => {
    const operation: Operation = operations[id]
    const { label, inputs, outputs, takes, maxBytes } = operation
    return {
      id,
      label,
      isAvailable: able[id]?.isAvailable ?? false,
      inputs: inputs === 'any' ? null : [...inputs],
      outputs: [...outputs],
      makesOneOfMany: takes === 'several-files',
      maxFileBytes: maxBytesFor(maxBytes, owner.plan),
      options: optionsJsonSchema(operation),
    }
  })
}

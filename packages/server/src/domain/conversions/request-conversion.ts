/** Accepts conversions: validates, charges and enqueues, so that predictable errors are reported immediately. */
import { AppError } from '@filesmith/contract/errors'
import type { AllowanceStore, Charge } from '../../ports/allowance-store.ts'
import type { ConversionOptions, ConversionStore, NewConversion } from '../../ports/conversion-store.ts'
import type { SecretBox } from '../../ports/secret-box.ts'
import type { Tracer } from '../../ports/tracer.ts'
import type { UploadStore } from '../../ports/upload-store.ts'
import type { WorkerRegistry } from '../../ports/worker-registry.ts'
import type { AllowanceLimits } from '../allowance/allowance-limits.ts'
import { allowanceTooSmallError, allowanceUsedError, chargeFor } from '../allowance/charge-for.ts'
import type { Requester } from '../allowance/requester.ts'
import { loadLiveWorkers } from '../engines/live-workers.ts'
import { refuseUntranslatable } from '../translation/list-pairs.ts'
import { type ConversionRequest, prepareConversion } from './prepare-conversion.ts'

export interface RequestConversionDeps {
  readonly uploads: UploadStore
  readonly conversions: ConversionStore
  readonly workers: WorkerRegistry
  readonly secretBox: SecretBox
  readonly allowances: AllowanceStore
  readonly allowanceLimits: AllowanceLimits
  readonly tracer: Tracer
}

export async function requestConversion(
  deps: RequestConversionDeps,
  requester: Requester,
  request: ConversionRequest,
  now = new Date(),
): Promise<{ id: string }> {
  const attributes = { 'filesmith.operation': request.operation, 'filesmith.plan': requester.owner.plan }
  return deps.tracer.trace('request conversion', { attributes }, async () => {
    const workers = await loadLiveWorkers(deps)
    await refuseUntranslatable(deps, request.requested)
    const conversion = await prepareConversion(deps, requester.owner, request, workers, now)
    await acceptConversions(deps, requester, [conversion], now)
    return { id: conversion.id }
  })
}

/** Accepts and charges all conversions in one transaction, or none. */
export async function acceptConversions(
  deps: RequestConversionDeps,
  requester: Requester,
  wanted: readonly NewConversion[],
  now: Date,
): Promise<void> {
  const charge = chargeFor(deps.allowanceLimits, requester, now)
  const traceParent = deps.tracer.traceParent()
  const outcome = await deps.conversions.enqueue(
    wanted.map(conversion => ({ ...conversion, traceParent })),
    charge,
  )
  if (outcome === 'queued') return
  const count = wanted.reduce((sum, { fileCount }) => sum + fileCount, 0)
  const left = outcome === 'day-full' && count > 1 ? await remainingToday(deps, requester, charge) : 0
  throw left > 0 ? allowanceTooSmallError(count, left, charge, now) : allowanceUsedError(outcome, charge, now)
}

async function remainingToday(
  { allowances }: RequestConversionDeps,
  { owner }: Requester,
  { day, perDay }: Charge,
): Promise<number> {
  const { byDay } = await allowances.read(owner.id, day, day)
  return Math.max(0, (perDay ?? 0) - (byDay.get(day) ?? 0))
}

/** Passwords are not kept, so a protected conversion cannot be repeated. */
export function refuseWithoutPassword(options: ConversionOptions | null): void {
  if (options?.isPasswordProtected === true) throw new AppError('password-gone')
}

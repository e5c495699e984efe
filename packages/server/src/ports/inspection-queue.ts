/** Uploads waiting for inspection by a worker with the matching engine. */

export interface InspectionQueue {
  /** Deduplicated: a request for an upload that is already queued has no effect. */
  request(uploadId: string): Promise<void>
  claim(): Promise<ClaimedInspection | undefined>
  complete(inspection: ClaimedInspection): Promise<void>
  /** After an internal error: retried once. */
  retry(inspection: ClaimedInspection): Promise<void>
}

export interface ClaimedInspection {
  readonly id: string
  readonly uploadId: string
}

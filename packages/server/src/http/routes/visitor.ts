/** Lets a visitor without an account delete their data and revoke the visitor cookie. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { AppError } from '@filesmith/contract/errors'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { KnownDeviceStore } from '../../database/known-device-store.ts'
import { hashToken } from '../../domain/accounts/make-token.ts'
import { type ForgetVisitorDeps, forgetVisitor } from '../../domain/owners/forget-visitor.ts'
import { clearCookie, readCookie } from '../cookies.ts'
import { noContentReply, sendNoContent } from '../no-content.ts'

interface VisitorDeps extends ForgetVisitorDeps {
  readonly knownDevices: Pick<KnownDeviceStore, 'forget'>
}

export function registerVisitorRoutes(app: FastifyInstance, deps: VisitorDeps): void {
  app.withTypeProvider<ZodTypeProvider>().delete(apiPaths.visitor, {
    config: { access: 'owner' },
    schema: {
      summary: 'Forget this device: delete the visitor’s files and conversions and revoke the cookie',
      description: 'For visitors without an account. Copies of the cookie stop working at once.',
      tags: ['Conversions'],
      response: noContentReply,
    },
    handler: async (request, reply) => {
      if (request.signedIn) throw new AppError('signed-in-already')
      if (request.visitorId !== undefined) await forgetVisitor(deps, request.visitorId)
      const deviceToken = readCookie(request, 'device')
      if (deviceToken !== undefined) await deps.knownDevices.forget(hashToken(deviceToken))
      clearCookie(reply, 'visitor')
      clearCookie(reply, 'device')
      return sendNoContent(reply)
    },
  })
}

/** The cookies of the product: all HttpOnly, for our own pages, and only over https where there is https. */
import type { FastifyReply, FastifyRequest } from 'fastify'

const cookieNames = {
  visitor: 'filesmith_visitor',
  session: 'filesmith_session',
  /** The password was right, the code is still to come. */
  codeWanted: 'filesmith_code_wanted',
  /** On the way to somebody who vouches for a person, and back. */
  errand: 'filesmith_errand',
  /** Came in through an organisation that is told about the sign-out. */
  organisation: 'filesmith_organisation',
} as const
type CookieName = keyof typeof cookieNames

export function giveCookie(
  reply: FastifyReply,
  name: CookieName,
  value: string,
  /** Null keeps it until the browser is closed. */
  maxAgeSeconds: number | null,
): void {
  reply.setCookie(cookieNames[name], value, {
    signed: true,
    ...attributes(reply.request),
    ...(maxAgeSeconds !== null && { maxAge: maxAgeSeconds }),
  })
}

/** Undefined as well when it was not signed by us. */
export function readCookie(request: FastifyRequest, name: CookieName): string | undefined {
  const signed = request.cookies[cookieNames[name]]
  const unsigned = signed === undefined ? undefined : request.unsignCookie(signed)
  return unsigned?.valid ? unsigned.value : undefined
}

export function dropCookie(reply: FastifyReply, name: CookieName): void {
  reply.clearCookie(cookieNames[name], attributes(reply.request))
}

function attributes(request: FastifyRequest) {
  return {
    httpOnly: true,
    sameSite: 'lax',
    secure: request.protocol === 'https',
    path: '/',
  } as const
}

import { Elysia } from 'elysia'
import type { StorefrontParts } from '../parts.ts'

export function orderRoutes(_parts: StorefrontParts) {
  return new Elysia()
}

import { Type } from '@sinclair/typebox'

/** The id in a path such as `/api/keys/:id/revoke`. */
export const idParameter = { params: Type.Object({ id: Type.String() }) }

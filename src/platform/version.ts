import { version as packageVersion } from '../../package.json'

/** Daybook's version, as `GET /health` and `daybook version` tell it. */
export const version: string = packageVersion

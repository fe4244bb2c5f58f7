/**
 * Column types that mean the same on SQLite and on PostgreSQL. Instants are ISO-8601 UTC text, which
 * sorts by time as it stands; structured values are JSON text; booleans get their default in code.
 */
import type { EntitySchemaColumnOptions } from 'typeorm'

type Options = Partial<EntitySchemaColumnOptions>

export const id = (options: Options = {}): EntitySchemaColumnOptions => ({ type: 'varchar', length: 24, ...options })
export const uid = (options: Options = {}): EntitySchemaColumnOptions => ({ type: 'varchar', length: 50, ...options })
export const text = (length: number, options: Options = {}): EntitySchemaColumnOptions => ({ type: 'varchar', length, ...options })
export const longText = (options: Options = {}): EntitySchemaColumnOptions => ({ type: 'text', ...options })
export const instant = (options: Options = {}): EntitySchemaColumnOptions => ({ type: 'varchar', length: 24, ...options })
export const flag = (options: Options = {}): EntitySchemaColumnOptions => ({ type: 'boolean', ...options })
export const count = (options: Options = {}): EntitySchemaColumnOptions => ({ type: 'integer', ...options })
/** A number that outgrows `count`. PostgreSQL gives it as text: read it with `Number`. */
export const position = (options: Options = {}): EntitySchemaColumnOptions => ({ type: 'bigint', ...options })
export const real = (options: Options = {}): EntitySchemaColumnOptions => ({ type: 'double precision', ...options })
export const json = (options: Options = {}): EntitySchemaColumnOptions => ({ type: 'simple-json', ...options })

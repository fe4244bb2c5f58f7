/**
 * Column types that behave alike on SQLite and PostgreSQL. Timestamps are ISO 8601 text in UTC, which sorts chronologically; structured
 * values are JSON text; the defaults of booleans are set in code.
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
/** For numbers that may exceed `count`. PostgreSQL returns it as text: read it with `Number`. */
export const position = (options: Options = {}): EntitySchemaColumnOptions => ({ type: 'bigint', ...options })
export const real = (options: Options = {}): EntitySchemaColumnOptions => ({ type: 'double precision', ...options })
export const json = (options: Options = {}): EntitySchemaColumnOptions => ({ type: 'simple-json', ...options })

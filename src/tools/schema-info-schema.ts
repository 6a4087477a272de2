const text = { type: "string" } as const;
const texts = { type: "array", items: text } as const;
const count = { type: "integer" } as const;
const flag = { type: "boolean" } as const;

export const schemaInput = {
  type: "object",
  properties: {
    schema_name: { type: "string", description: "Only this schema" },
    table_name: { type: "string", description: "Only this table; needs schema_name" },
    vector_tables_only: { type: "boolean", default: false, description: "Only tables with pgvector columns" },
    compact: { type: "boolean", default: false, description: "A line for each table, without columns" },
    connection: { type: "string", description: "Alias of a connection" },
  },
  additionalProperties: false,
} as const;

const column = {
  type: "object",
  properties: {
    name: text,
    type: text,
    nullable: flag,
    comment: text,
    isPrimaryKey: flag,
    isUnique: flag,
    isIndexed: flag,
    references: texts,
    identity: text,
    default: text,
    generated: text,
    enumValues: texts,
    vectorDimensions: count,
  },
} as const;

export const schemaOutput = {
  type: "object",
  properties: {
    database: text,
    tables: {
      type: "array",
      items: {
        type: "object",
        properties: {
          schema: text,
          name: text,
          type: text,
          comment: text,
          rowEstimate: count,
          partitions: count,
          columns: { type: "array", items: column },
        },
      },
    },
    summary: { type: "object" },
    truncated: flag,
  },
} as const;

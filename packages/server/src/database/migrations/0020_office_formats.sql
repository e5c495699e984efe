-- Spreadsheets and presentations were two formats; each is now named after its own.
UPDATE "uploads" SET "format" = 'xlsx' WHERE "format" = 'spreadsheet';--> statement-breakpoint
UPDATE "uploads" SET "format" = 'pptx' WHERE "format" = 'presentation';--> statement-breakpoint
UPDATE "conversions" SET "original_format" = 'xlsx' WHERE "original_format" = 'spreadsheet';--> statement-breakpoint
UPDATE "conversions" SET "original_format" = 'pptx' WHERE "original_format" = 'presentation';

CREATE TABLE `calls` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`key_id` text NOT NULL,
	`at` integer NOT NULL,
	`method` text NOT NULL,
	`path` text NOT NULL,
	`status` integer NOT NULL,
	`rows` integer NOT NULL,
	`duration_ms` integer NOT NULL,
	`error` text
);
--> statement-breakpoint
CREATE INDEX `calls_key` ON `calls` (`key_id`,`seq`);--> statement-breakpoint
CREATE TABLE `key_uses` (
	`key_id` text PRIMARY KEY NOT NULL,
	`last_used_at` integer NOT NULL,
	`address` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `running_servers` (
	`id` integer PRIMARY KEY NOT NULL,
	`pid` integer NOT NULL,
	`url` text NOT NULL,
	`started_at` integer NOT NULL
);

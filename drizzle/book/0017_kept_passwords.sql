CREATE TABLE `kept_passwords` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`sealed` text NOT NULL,
	`bank` text NOT NULL,
	`kept_by` text NOT NULL,
	`kept_at` integer NOT NULL,
	`used_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `kept_passwords_user` ON `kept_passwords` (`user_id`,`used_at`);